import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { FAULTS } from './faults.ts';
import { missingPackages } from './programs.ts';
import { runTrial } from './run-trial.ts';

const HELP = `npm run test:cluster -- [--only NAME]... [--leave]

  --only NAME   only this fault: ${FAULTS.map(({ name }) => name).join(', ')}; repeat it for several
  --leave       leave the directory with the configuration and the logs
`;

/** Set where this process already has networks and disks of its own. */
const INSIDE = 'CLUSTER_ISOLATED';

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] }, leave: { type: 'boolean' }, help: { type: 'boolean' } } });
const unknown = values.only.filter((name) => FAULTS.every((fault) => fault.name !== name));
const missing = missingPackages();

if (values.help || unknown.length > 0) {
  process.stdout.write(HELP);
  process.exitCode = unknown.length > 0 ? 1 : 0;
} else if (missing.length > 0) {
  leaveOut(`this machine lacks ${missing.join(', ')} (Debian: apt-get install --no-install-recommends ${missing.join(' ')})`);
} else if (process.env[INSIDE] !== undefined || process.getuid?.() !== 0) {
  process.exitCode = await runTrial({ only: values.only, leavesFiles: values.leave === true, isIsolated: process.env[INSIDE] !== undefined });
} else {
  process.exitCode = await runIsolated();
}

function leaveOut(why: string): void {
  const isRequired = process.env.REQUIRE_CLUSTER === '1';
  process.stdout.write(`${isRequired ? 'Failed' : 'Left out'}: the trial of a cluster: ${why}${isRequired ? ', and REQUIRE_CLUSTER=1 asks for it' : ''}\n`);
  process.exitCode = isRequired ? 1 : 0;
}

/**
 * Runs this again in namespaces of its own, whose networks, mounts and processes vanish with it, however it ends. Its first process waits for all that
 * lose their parent, as databases do when Patroni is killed. When this process ends, its input is closed, which ends it, too.
 */
async function runIsolated(): Promise<number> {
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const inner = spawn(
    'unshare',
    ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'bash', '-c', '"$@" <&0 & wait $!', 'bash', ...again],
    {
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { ...process.env, [INSIDE]: '1' },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => inner.stdin?.end());
  const [code] = (await once(inner, 'exit')) as [number | null];
  return code ?? 1;
}
