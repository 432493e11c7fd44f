import { expect, test } from 'vitest';
import { readEvents, type ServerEvent, splitEvents } from './read-events.ts';

const SENT = ':\n\nid: 7\nevent: open\ndata: {"changed":[]}\n\nid: 8\ndata: {"a":"ü"}\n\n';
const EVENTS = [
  { id: '7', name: 'open', data: '{"changed":[]}' },
  { id: '8', name: 'message', data: '{"a":"ü"}' },
];

const streamOf = (pieces: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

test('Events are read whole, wherever the stream is cut', async () => {
  const bytes = new TextEncoder().encode(SENT);
  for (let size = 1; size <= bytes.length; size += 1) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size));
    const events: ServerEvent[] = [];
    await readEvents(streamOf(pieces), { silenceMs: 10_000, onEvent: (event) => events.push(event) });
    expect(events).toEqual(EVENTS);
  }
});

test('A part of an event waits for the rest', () => {
  expect(splitEvents('data: 1\n\ndata: 2\n')).toEqual({ events: [{ id: null, name: 'message', data: '1' }], rest: 'data: 2\n' });
});

test('A stream that falls silent is given up', async () => {
  await expect(readEvents(new ReadableStream(), { silenceMs: 5, onEvent: () => {} })).rejects.toThrow('nothing arrives anymore');
});
