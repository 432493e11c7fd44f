import type { ChangedConversation } from '#contract/conversations.ts';
import type { Api, Send } from '../../api.ts';
import { readEvents, type ServerEvent } from './read-events.ts';

export type Following = {
  signal: AbortSignal;
  /** Opens the stream: `fetch`, in a browser. */
  open: (path: string, init: RequestInit) => Promise<Response>;
  /** Called when a conversation has new messages; with null when any may have. */
  onChanged: (changed: ChangedConversation | null) => void;
  /** Called when the stream opens and when it is lost. */
  onLive: (isLive: boolean) => void;
  /** Resolves when the user looks at the page. */
  shown?: () => Promise<void>;
  /** The shortest and longest wait (ms) before the stream is opened again. */
  waits?: { shortest: number; longest: number };
};

/** The server sends something every 25 s. */
const SILENCE_MS = 60_000;
const WAITS = { shortest: 1000, longest: 15_000 };

/** Hears of new messages by a stream of events. While the stream is down it asks from time to time, and goes on where it left off. */
export async function followConversations(api: Api, following: Following): Promise<void> {
  const { signal, shown = async () => {}, waits = WAITS, onLive, onChanged } = following;
  let position: number | undefined;
  let failures = 0;

  /** Of one stream. What comes before it says that it is open is heard again after the position known before. */
  const hearing = () => {
    let isOpen = false;
    return ({ id, name, data }: ServerEvent): void => {
      // Only ever sent by the shop, as its contract says.
      const event = JSON.parse(data) as ChangedConversation | { changed: ChangedConversation[] };
      if (name === 'open') {
        [isOpen, failures] = [true, 0];
        onLive(true);
        if (position === undefined) onChanged(null);
      }
      for (const one of 'changed' in event ? event.changed : [event]) onChanged(one);
      if (isOpen && id !== null) position = Math.max(position ?? 0, Number(id));
    };
  };

  while (!signal.aborted) {
    await shown();
    await api
      .callBy(
        streaming(following, hearing(), () => position),
        'GET /conversations/events',
        { query: {} },
      )
      .catch(() => null);
    if (signal.aborted) return;
    onLive(false);
    await pause(Math.min(waits.longest, waits.shortest * 2 ** failures) * (0.5 + Math.random() / 2), signal);
    failures += 1;
    const asked = await api.call('GET /conversations/events', { query: { after: position }, signal }).catch(() => null);
    if (!asked) continue;
    if (position === undefined) onChanged(null);
    for (const one of asked.changed) onChanged(one);
    position = asked.position;
  }
}

/** Sends the request for the stream, and answers when the stream has ended. */
function streaming({ open, signal }: Following, onEvent: (event: ServerEvent) => void, position: () => number | undefined): Send {
  return async (path, init) => {
    const after = position();
    const headers = { ...init.headers, accept: 'text/event-stream', ...(after !== undefined && { 'last-event-id': String(after) }) };
    const ending = new AbortController();
    const response = await open(path, { ...init, headers, signal: AbortSignal.any([signal, ending.signal]) });
    if (!response.ok || !response.body) return response;
    await readEvents(response.body, { silenceMs: SILENCE_MS, onEvent }).finally(() => ending.abort());
    return { ok: true, status: 200, headers: response.headers, json: async () => null };
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
