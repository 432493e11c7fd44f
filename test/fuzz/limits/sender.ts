import { connect } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** Writes a request unchanged and returns the start of the reply, in a separate thread, so that only the shop's own work is measured. */
type Task = { port: number; bytes: Uint8Array; longestMs: number };

const MOST_STORED = 2000;

parentPort?.on('message', ({ port, bytes, longestMs }: Task) => {
  const socket = connect(port, '127.0.0.1');
  let answered = '';
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    socket.destroy();
    parentPort?.postMessage(answered);
  };
  const timer = setTimeout(end, longestMs);
  socket.on('data', (some) => {
    if (answered.length < MOST_STORED) answered += some.toString('latin1').slice(0, MOST_STORED);
  });
  for (const over of ['end', 'close', 'error']) socket.on(over, end);
  socket.write(bytes);
});
