import { readdirSync, readlinkSync } from 'node:fs';

/** A process's resources: memory in megabytes after a garbage collection, and open files and connections, where the system provides them. */
export type Holding = { heap: number; resident: number; files: number | null; connections: number | null };

type Reply = { id: number; result?: { result?: { value?: string } } };

const MEGABYTE = 1_048_576;

/** Connects to the inspector of a process started with `--inspect`; `output` is what it printed. */
export async function lookInside(output: string, pid: number): Promise<{ measure(): Promise<Holding>; close(): void }> {
  const address = /Debugger listening on (ws:\S+)/u.exec(output)?.[1];
  if (address === undefined) throw new Error('the server was not started with --inspect');
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error('the server can’t be looked into')), { once: true });
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  let last = 0;
  const ask = (method: string, params: object = {}): Promise<Reply> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return {
    async measure() {
      await ask('HeapProfiler.collectGarbage');
      const { result } = await ask('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' });
      const { heapUsed, rss } = JSON.parse(result?.result?.value ?? '{}') as { heapUsed: number; rss: number };
      const handles = handlesOf(pid);
      const connections = handles?.filter((target) => target.startsWith('socket:')).length ?? null;
      return {
        heap: heapUsed / MEGABYTE,
        resident: rss / MEGABYTE,
        files: handles && handles.length - (connections ?? 0),
        connections,
      };
    },
    close: () => socket.close(),
  };
}

/** The target of each open file descriptor of a process; null where the system doesn't provide it. */
function handlesOf(pid: number): string[] | null {
  if (process.platform !== 'linux') return null;
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`)];
    } catch {
      // Closed in the meantime.
      return [];
    }
  });
}
