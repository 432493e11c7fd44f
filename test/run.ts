import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '../scripts/build.mjs';
import { findChromium } from './support/chromium.ts';
import { findPostgres, startPostgres } from './support/postgres-server.ts';

/** Says which statements of the specification hold. */
const CONFORMANCE = './test/e2e/conformance/reporter.ts';
/** On a machine that is busy with something else a browser may miss its moment, so a journey may be tried twice; this says which were. */
const SECOND_TRY = './test/second-try-reporter.ts';

/** Needs both engines at once, so it is tried where PostgreSQL is. */
const TO_POSTGRES = 'test/process/db-copy.test.ts';

/** Is tried with PostgreSQL where there is one, and otherwise without. */
const WITH_POSTGRES = 'test/process/backup.test.ts';

/** What has little to do with the engine: the rows of it are tried by other tests. */
const ON_ONE_ENGINE = [
  'src/server/adapters/images/**',
  'src/server/adapters/identity/oidc/**',
  'src/server/adapters/payments/practice/**',
  'src/server/adapters/tracing/**',
  'src/server/features/duplicate-photos/likeness.test.ts',
  'src/server/http/**',
  'src/server/csv/**',
  'src/server/db/seed/**',
  'test/api/cached-replies.test.ts',
  'test/api/authorization.test.ts',
  'test/api/bad-input.test.ts',
  'test/api/fuzz.test.ts',
  'test/api/sign-in-attack.test.ts',
];

/** Each test there has a PostgreSQL of its own, which it stops and starts. */
const ON_POSTGRES = 'test/postgres';

type Tally = { passed: number; failed: number; skipped: number };

/** What Vitest's report in JSON says of a file and its tests. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
};

const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
const left: string[] = [];
/** Said once more at the end, where a long run is read first. */
const failures: string[] = [];
const reports = mkdtempSync(join(tmpdir(), 'redial-reports-'));

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const run = async (command: string, args: string[], environment: Record<string, string> = {}): Promise<number> => {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...environment } });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
};

const fail = (what: string): void => {
  tally.failed += 1;
  failures.push(what);
};

/** The first lines of what a failure said: the assertion and where it stands. */
const beginning = (message: string): string => message.split('\n').slice(0, 12).join('\n');

const failuresIn = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${name} > ${fullName}\n${failureMessages.map(beginning).join('\n')}`);
    return failed.length > 0 || status !== 'failed' ? failed : [`${name}\n${beginning(message)}`];
  });

/** Runs Vitest on some folders and adds what it counted to the tally. */
const vitest = async (title: string, args: string[], environment: Record<string, string> = {}): Promise<void> => {
  say(`\n== ${title}`);
  const report = join(reports, `${title.replace(/\W+/gu, '-')}.json`);
  const code = await run('vitest', ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], environment);
  const counted = JSON.parse(readFileSync(report, 'utf8')) as Report;
  tally.passed += counted.numPassedTests;
  tally.failed += counted.numFailedTests;
  tally.skipped += counted.numPendingTests;
  failures.push(...failuresIn(counted));
  if (code !== 0 && counted.numFailedTests === 0) fail(`${title}: Vitest ended with ${code}, without a test that failed`);
};

const excluding = (patterns: readonly string[]): string[] => patterns.flatMap((pattern) => ['--exclude', pattern]);

const leaveOut = (what: string, why: string, required: string): void => {
  if (process.env[required] === '1') {
    fail(`${what}: ${why}, and ${required}=1 asks for it`);
  } else left.push(`${what}: ${why}`);
};

const onPostgres = async (): Promise<void> => {
  const programs = findPostgres();
  if (!programs) return leaveOut('The API tests on PostgreSQL', 'this machine has no PostgreSQL (Debian: apt-get install postgresql)', 'REQUIRE_POSTGRES');
  const server = await startPostgres(programs);
  await vitest(
    'PostgreSQL',
    ['src/server', 'test/api', 'test/process/many-buyers.test.ts', ON_POSTGRES, TO_POSTGRES, WITH_POSTGRES, ...excluding(ON_ONE_ENGINE)],
    {
      TEST_DATABASE_URL: server.url,
    },
  ).finally(() => server.stop());
};

const inBrowser = async (): Promise<void> => {
  const chromium = findChromium();
  if (!chromium) return leaveOut('The journeys in a browser', 'this machine has no Chromium (Debian: apt-get install chromium)', 'REQUIRE_BROWSER');
  // Stocked once: each file's demo shop is a copy.
  const stocked = mkdtempSync(join(tmpdir(), 'redial-stocked-'));
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/seed.ts'], { DATA_DIR: stocked });
  await vitest('Browser', ['test/e2e', '--retry=1', '--testTimeout=60000', '--hookTimeout=90000', `--reporter=${CONFORMANCE}`, `--reporter=${SECOND_TRY}`], {
    CHROMIUM_PATH: chromium,
    STOCKED_SHOP: stocked,
  }).finally(() => rmSync(stocked, { recursive: true, force: true }));
};

/** The whole is to take 20 minutes: a machine that has needed as much of them for the rest is left the soak by hand. */
const SOAK_BEFORE_MS = 17 * 60_000;

/** Two minutes of everything that people do: what a leak would show, and errors under load. */
const soak = async (): Promise<void> => {
  if (performance.now() > SOAK_BEFORE_MS && process.env.REQUIRE_SOAK !== '1') {
    left.push('Two minutes of soak: the rest took this machine 17 minutes already (npm run soak:short, or REQUIRE_SOAK=1)');
    return;
  }
  say('\n== Soak');
  if ((await run('npm', ['run', '--silent', 'soak:short'])) === 0) tally.passed += 1;
  else fail('Two minutes of soak');
};

await buildIfStale();
say('== Types, lint and import directions');
if ((await run('npm', ['run', '--silent', 'check'])) !== 0) fail('Types, lint and import directions');
await vitest('SQLite', excluding(['test/e2e/**', `${ON_POSTGRES}/**`, TO_POSTGRES, ...(findPostgres() ? [WITH_POSTGRES] : [])]));
await onPostgres();
await inBrowser();
await soak();
rmSync(reports, { recursive: true, force: true });

for (const line of left) say(`\nLeft out: ${line}`);
for (const failure of failures) say(`\nFailed: ${failure}`);
say(`\n${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`);
process.exit(tally.failed > 0 ? 1 : 0);
