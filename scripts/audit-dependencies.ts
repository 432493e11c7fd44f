// Checks the shop's dependencies for known vulnerabilities. An unreachable registry is reported, but is not a failure.
// npm run audit:dependencies (-- --strict: exits with 1 on high or critical vulnerabilities)

import { spawn } from 'node:child_process';
import { say } from '../src/server/process/say.ts';

/** A registry that hangs must not block the caller. */
const PATIENCE_MS = 60_000;
const GRAVE = new Set(['high', 'critical']);

type Hole = { name: string; severity: string; range: string; fixAvailable: unknown };
type Report = { vulnerabilities?: Record<string, Hole>; metadata?: { dependencies?: { prod?: number } }; message?: string };

/** npm's output; null when it timed out. */
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
