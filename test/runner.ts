import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '#server/process/say.ts';

type Tally = { passed: number; failed: number; skipped: number };

/** What Vitest's JSON report contains about a file and its tests. */
type TestFile = { name: string; status: string; message: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] };
/** `errors` are those that no test handled; `code` is how Vitest exited. */
type Outcome = { files: TestFile[]; errors: string[]; code: number };

const REPORTER = join(import.meta.dirname, 'run-reporter.ts');
/** How Vitest reports a process that ended before its tests did. */
const KILLED = '[vitest-pool]: Worker';

export type Runner = ReturnType<typeof createRunner>;

/** Runs groups of tests one after another, counts the results, and repeats the failures at the end. */
export function createRunner() {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  const notes: string[] = [];
  const failures: string[] = [];
  const times: string[] = [];
  const reports = mkdtempSync(join(tmpdir(), 'redial-reports-'));

  function fail(what: string): void {
    tally.failed += 1;
    failures.push(what);
  }

  async function timed(title: string, program: string, args: string[], environment: Record<string, string>, run = runAtOnce): Promise<number> {
    const start = performance.now();
    const code = await run(title, program, args, environment);
    times.push(`${title} ${Math.round((performance.now() - start) / 1000)} s`);
    return code;
  }

  async function runVitest(title: string, args: string[], environment: Record<string, string>): Promise<Outcome> {
    const report = join(reports, `${title.replace(/\W+/gu, '-')}.json`);
    const unhandled = `${report}.unhandled`;
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, `--reporter=${REPORTER}`];
    const code = await timed(title, 'vitest', ['run', ...args, ...reporters], { ...environment, UNHANDLED_ERRORS: unhandled });
    // It is missing when Vitest ended before it ran anything.
    if (!existsSync(report) || !existsSync(unhandled)) return { files: [], errors: [], code: code || 1 };
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: TestFile[] };
    return { files: testResults, errors: JSON.parse(readFileSync(unhandled, 'utf8')) as string[], code };
  }

  function count(title: string, { files, errors, code }: Outcome): void {
    const statuses = files.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
    const found = [...failuresIn(files), ...errors.map((error) => `${title}: an error that no test handled\n${beginning(error)}`)];
    for (const failure of found) fail(failure);
    if (code !== 0 && found.length === 0) fail(`${title}: Vitest ended with ${code}, without a test that failed`);
    const passed = statuses.filter((status) => status === 'passed').length;
    tally.passed += passed;
    tally.skipped += statuses.length - passed - statuses.filter((status) => status === 'failed').length;
  }

  return {
    /** Runs a command that counts as one test. */
    async command(title: string, program: string, args: string[], environment: Record<string, string> = {}): Promise<void> {
      if ((await timed(title, program, args, environment)) === 0) tally.passed += 1;
      else fail(title);
    },

    /** The same beside something else, so it prints at its end; at a low `priority`, it leaves the processor to the other. */
    async commandBeside(title: string, program: string, args: string[], priority = getPriority()): Promise<void> {
      if ((await timed(title, program, args, {}, runBeside(priority))) === 0) tally.passed += 1;
      else fail(title);
    },

    /** Runs Vitest on some files and folders. Files whose process was killed run once more, and the summary names them. */
    async vitest(title: string, args: string[], environment: Record<string, string> = {}): Promise<void> {
      const first = await runVitest(title, args, environment);
      const killed = killedIn(first);
      if (killed.length === 0) return count(title, first);
      const others = first.files.filter(({ name }) => !killed.includes(name));
      count(title, { files: others, errors: first.errors.filter((error) => !error.includes(KILLED)), code: 0 });
      notes.push(...killed.map((file) => `Run twice, because its process was killed the first time: ${file}`));
      count(title, await runVitest(`${title}, once more`, killed, environment));
    },

    /** Records what this machine can't run; a failure if `required` is set to 1. */
    leaveOut(what: string, why: string, required: string): void {
      if (process.env[required] === '1') fail(`${what}: ${why}, and ${required}=1 asks for it`);
      else notes.push(`Left out: ${what}: ${why}`);
    },

    /** Prints what was left out and what failed, and ends the process. */
    finish(): never {
      rmSync(reports, { recursive: true, force: true });
      for (const note of notes) say(`\n${note}`);
      for (const failure of failures) say(`\nFailed: ${failure}`);
      say(`\n${times.join(', ')}`);
      const seconds = Math.round(performance.now() / 1000);
      say(`\n${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}, in ${seconds} s`);
      process.exit(tally.failed > 0 ? 1 : 0);
    },
  };
}

async function runAtOnce(title: string, program: string, args: string[], environment: Record<string, string>): Promise<number> {
  say(`\n== ${title}`);
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...environment } });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

const runBeside =
  (priority: number) =>
  async (title: string, program: string, args: string[], environment: Record<string, string>): Promise<number> => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
    // What it starts inherits this.
    if (child.pid !== undefined) setPriority(child.pid, priority);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number | null];
    say(`\n== ${title}\n${output.trimEnd()}`);
    return code ?? 1;
  };

/** The files that have no result, although no test and no import failed in them. */
function killedIn({ files, errors }: Outcome): string[] {
  if (!errors.some((error) => error.includes(KILLED))) return [];
  return files.filter((file) => file.status === 'failed' && file.message === '' && failedTestsIn(file).length === 0).map(({ name }) => name);
}

function failuresIn(files: TestFile[]): string[] {
  return files.flatMap((file) => {
    const failed = failedTestsIn(file).map(({ fullName, failureMessages }) => `${file.name} > ${fullName}\n${failureMessages.map(beginning).join('\n')}`);
    return failed.length > 0 || file.status !== 'failed' ? failed : [`${file.name}\n${beginning(file.message)}`];
  });
}

function failedTestsIn({ assertionResults }: TestFile): TestFile['assertionResults'] {
  return assertionResults.filter(({ status }) => status === 'failed');
}

/** The first lines of a failure: the assertion and its location. */
function beginning(message: string): string {
  return message.split('\n').slice(0, 12).join('\n');
}
