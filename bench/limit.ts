import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Constant } from './constant.ts';

const SERVER = join(import.meta.dirname, 'constant.ts');
/** Headers that servers set for each reply or connection. */
const OWN_HEADERS = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date', 'set-cookie']);

export type Limit = { port: number; pid: number; become(constant: Constant): Promise<void>; stop(): Promise<void> };

/** The headers of a sampled reply, for the constant server to send as well. */
export function headersLike(headers: Headers, bytes: number): Record<string, string> {
  return {
    ...Object.fromEntries([...headers].filter(([name]) => !OWN_HEADERS.has(name))),
    'content-length': String(bytes),
  };
}

/** Starts the server with a constant reply, which shows what Node itself can do for a reply of this size; `program` may be one that runs Node. */
export async function startLimit([program = process.execPath, ...before]: string[] = []): Promise<Limit> {
  const child = fork(SERVER, { execPath: program, execArgv: [...before, '--disable-warning=ExperimentalWarning'] });
  const [port] = (await once(child, 'message')) as [number];
  const { pid } = child;
  if (pid === undefined) throw new Error('the server of the limit has no process');
  return {
    port,
    pid,
    async become(constant) {
      child.send(constant);
      await once(child, 'message');
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
