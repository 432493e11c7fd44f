import type { Reporter, TestModule } from 'vitest/node';

/** Names each test that failed before it passed: it counts as passed, but somebody should look at it. */
export default class SecondTryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]).filter((test) => test.diagnostic()?.flaky);
    for (const test of tests) process.stdout.write(`passed at a second try only: ${test.module.relativeModuleId} > ${test.fullName}\n`);
  }
}
