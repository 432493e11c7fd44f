import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Reports what Vitest's JSON report leaves out. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    nameSecondTries(modules);
    const { UNHANDLED_ERRORS } = process.env;
    if (UNHANDLED_ERRORS) writeFileSync(UNHANDLED_ERRORS, JSON.stringify(unhandled.map(({ stack, message }) => stack ?? message)));
  }
}

/** Names each test that failed before it passed: it counts as passed, but somebody should look at it. */
function nameSecondTries(modules: readonly TestModule[]): void {
  const tests = modules.flatMap((module) => [...module.children.allTests()]).filter((test) => test.diagnostic()?.flaky);
  for (const test of tests) process.stdout.write(`passed at a second try only: ${test.module.relativeModuleId} > ${test.fullName}\n`);
}
