import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '../scripts/build.mjs';
import { LONG, ON_ONE_ENGINE, OWN_POSTGRES, QUICK_JOURNEYS, QUICK_ON_POSTGRES, TO_POSTGRES, WITH_POSTGRES } from './parts.ts';
import { createRunner } from './runner.ts';
import { findChromium } from './support/chromium.ts';
import { findPostgres, startPostgres } from './support/postgres-server.ts';

/** Lists the statements of the specification that hold. */
const CONFORMANCE = './test/e2e/conformance/reporter.ts';

const isLong = process.argv.includes('--long');
const runner = createRunner();
const postgres = findPostgres();

await buildIfStale();
if (isLong) await runLong();
else await runQuick();
runner.finish();

/** What a developer runs before a commit. */
async function runQuick(): Promise<void> {
  const onSqlite = excluding([...LONG, 'test/e2e/**', `${OWN_POSTGRES}/**`]);
  await Promise.all([runner.commandBeside('Check', 'npm', ['run', '--silent', 'check']), runner.vitest('SQLite', onSqlite)]);
  await onPostgres(QUICK_ON_POSTGRES);
  await inBrowser(QUICK_JOURNEYS);
}

/** Runs everything else, without retries. */
async function runLong(): Promise<void> {
  const alone = postgres ? [TO_POSTGRES, WITH_POSTGRES] : [TO_POSTGRES];
  await runner.vitest('SQLite, long', [...filesOf(LONG), ...excluding(alone)]);
  await onPostgres([
    ...['src/server', 'test/api', 'test/process/many-buyers.test.ts', OWN_POSTGRES, TO_POSTGRES, WITH_POSTGRES],
    ...excluding([...ON_ONE_ENGINE, ...QUICK_ON_POSTGRES.flatMap((part) => [part, `${part}/**`])]),
  ]);
  await inBrowser(['test/e2e', ...excluding(QUICK_JOURNEYS)]);
  // The guard counts instructions, whatever runs beside it, and the others leave it half of the processor's time.
  await Promise.all([guardSpeed(), attackAndSoak()]);
}

async function attackAndSoak(): Promise<void> {
  await runner.command('Two minutes of soak', 'npm', ['run', '--silent', 'soak:short']);
  await runner.command('Attacks', 'npm', ['run', '--silent', 'attack']);
}

async function onPostgres(parts: string[]): Promise<void> {
  if (!postgres) return runner.leaveOut('The tests on PostgreSQL', 'this machine has no PostgreSQL (Debian: apt-get install postgresql)', 'REQUIRE_POSTGRES');
  const server = await startPostgres(postgres);
  await runner.vitest('PostgreSQL', parts, { TEST_DATABASE_URL: server.url }).finally(() => server.stop());
}

async function guardSpeed(): Promise<void> {
  const isMissing = spawnSync('valgrind', ['--version']).error !== undefined;
  if (isMissing) return runner.leaveOut('The guard of speed', 'this machine has no valgrind (Debian: apt-get install valgrind)', 'REQUIRE_VALGRIND');
  await runner.commandBeside('Guard of speed', 'npm', ['run', '--silent', 'bench', '--', '--guard'], constants.priority.PRIORITY_LOW);
}

async function inBrowser(parts: string[]): Promise<void> {
  const chromium = findChromium();
  if (!chromium) return runner.leaveOut('The journeys in a browser', 'this machine has no Chromium (Debian: apt-get install chromium)', 'REQUIRE_BROWSER');
  // Filled once: each file's demo shop is a copy.
  const stocked = mkdtempSync(join(tmpdir(), 'redial-stocked-'));
  await runner.command('Demo shop', process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/seed.ts'], { DATA_DIR: stocked });
  // Timeouts are generous, because machines differ by a factor of two. A browser may still miss one, so a journey may be retried.
  await runner
    .vitest('Browser', [...parts, '--retry=1', '--testTimeout=240000', '--hookTimeout=180000', `--reporter=${CONFORMANCE}`], {
      CHROMIUM_PATH: chromium,
      STOCKED_SHOP: stocked,
    })
    .finally(() => rmSync(stocked, { recursive: true, force: true }));
}

/** Vitest filters by parts of paths, not by patterns. */
function filesOf(patterns: readonly string[]): string[] {
  return globSync([...patterns]).filter((file) => file.endsWith('.test.ts'));
}

function excluding(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => ['--exclude', pattern]);
}
