import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Tally = { passed: number; failed: number; skipped: number };

/** What Vitest's JSON report contains about a file and its tests. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
};

const REPORTER = join(import.meta.dirname, 'run-reporter.ts');

export type Runner = ReturnType<typeof createRunner>;

/** Runs groups of tests one after another, counts the results, and repeats the failures at the end. */
export function createRunner() {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  const left: string[] = [];
  const failures: string[] = [];
  const times: string[] = [];
  const reports = mkdtempSync(join(tmpdir(), 'redial-reports-'));

  function fail(what: string): void {
    tally.failed += 1;
    failures.push(what);
  }

  async function timed(title: string, program: string, args: string[], environment: Record<string, string>): Promise<number> {
    say(`\n== ${title}`);
    const start = performance.now();
    const code = await run(program, args, environment);
    times.push(`${title} ${Math.round((performance.now() - start) / 1000)} s`);
    return code;
  }

  return {
    /** Runs a command that counts as one test. */
    async command(title: string, program: string, args: string[], environment: Record<string, string> = {}): Promise<void> {
      if ((await timed(title, program, args, environment)) === 0) tally.passed += 1;
      else fail(title);
    },

    /** Runs Vitest on some files and folders. */
    async vitest(title: string, args: string[], environment: Record<string, string> = {}): Promise<void> {
      const report = join(reports, `${title.replace(/\W+/gu, '-')}.json`);
      const unhandled = `${report}.unhandled`;
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, `--reporter=${REPORTER}`];
      const code = await timed(title, 'vitest', ['run', ...args, ...reporters], { ...environment, UNHANDLED_ERRORS: unhandled });
      const counted = JSON.parse(readFileSync(report, 'utf8')) as Report;
      const errors = JSON.parse(readFileSync(unhandled, 'utf8')) as string[];
      tally.passed += counted.numPassedTests;
      tally.failed += counted.numFailedTests;
      tally.skipped += counted.numPendingTests;
      failures.push(...failuresIn(counted));
      for (const error of errors) fail(`${title}: an error that no test handled\n${beginning(error)}`);
      if (code !== 0 && counted.numFailedTests === 0 && errors.length === 0) fail(`${title}: Vitest ended with ${code}, without a test that failed`);
    },

    /** Records what this machine can't run; a failure if `required` is set to 1. */
    leaveOut(what: string, why: string, required: string): void {
      if (process.env[required] === '1') fail(`${what}: ${why}, and ${required}=1 asks for it`);
      else left.push(`${what}: ${why}`);
    },

    /** Prints what was left out and what failed, and ends the process. */
    finish(): never {
      rmSync(reports, { recursive: true, force: true });
      for (const line of left) say(`\nLeft out: ${line}`);
      for (const failure of failures) say(`\nFailed: ${failure}`);
      say(`\n${times.join(', ')}`);
      const seconds = Math.round(performance.now() / 1000);
      say(`\n${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}, in ${seconds} s`);
      process.exit(tally.failed > 0 ? 1 : 0);
    },
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function run(program: string, args: string[], environment: Record<string, string>): Promise<number> {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...environment } });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

function failuresIn({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${name} > ${fullName}\n${failureMessages.map(beginning).join('\n')}`);
    return failed.length > 0 || status !== 'failed' ? failed : [`${name}\n${beginning(message)}`];
  });
}

/** The first lines of a failure: the assertion and its location. */
function beginning(message: string): string {
  return message.split('\n').slice(0, 12).join('\n');
}
