// Asks the package registry whether a hole is known in what the shop runs on, and says what it answers; or that it could not be asked, which is no failure.
// npm run audit:dependencies (-- --strict: holes that are high or critical end it with 1)
import { spawn } from 'node:child_process';

/** A registry that hangs must not hold up whoever waits for this. */
const PATIENCE_MS = 60_000;
const GRAVE = new Set(['high', 'critical']);

type Hole = { name: string; severity: string; range: string; fixAvailable: unknown };
type Report = { vulnerabilities?: Record<string, Hole>; metadata?: { dependencies?: { prod?: number } }; message?: string };

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What npm printed; null when it gave no answer in time. */
function ask(): Promise<string | null> {
  return new Promise((resolve) => {
    const npm = spawn('npm', ['audit', '--omit=dev', '--json'], { stdio: ['ignore', 'pipe', 'ignore'], timeout: PATIENCE_MS });
    let printed = '';
    npm.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    npm.on('error', () => resolve(null));
    npm.on('close', () => resolve(printed));
  });
}

function parse(printed: string | null): Report | null {
  try {
    return printed === null ? null : (JSON.parse(printed) as Report);
  } catch {
    return null;
  }
}

const report = parse(await ask());
if (!report?.vulnerabilities) {
  say(`Dependencies were NOT audited: the registry couldn’t be reached${report?.message ? ` (${report.message})` : ''}.`);
} else {
  const holes = Object.values(report.vulnerabilities);
  for (const { name, severity, range, fixAvailable } of holes) say(`${severity}: ${name} ${range}${fixAvailable ? ', fixed in a later version' : ''}`);
  say(
    `${report.metadata?.dependencies?.prod ?? 'All'} packages audited: ${holes.length === 0 ? 'no known vulnerabilities' : `${holes.length} with known vulnerabilities`}.`,
  );
  if (process.argv.includes('--strict') && holes.some(({ severity }) => GRAVE.has(severity))) process.exitCode = 1;
}
