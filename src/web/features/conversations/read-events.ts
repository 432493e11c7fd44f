/** One server-sent event. */
export type ServerEvent = { id: string | null; name: string; data: string };

/** Reads the events of a stream until it ends. Rejects when nothing arrives for `silenceMs`, or the line breaks. */
export async function readEvents(body: ReadableStream<Uint8Array>, { silenceMs, onEvent }: { silenceMs: number; onEvent: (event: ServerEvent) => void }) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), silenceMs);
      if (done) return;
      const { events, rest: left } = splitEvents(rest + decoder.decode(value, { stream: true }));
      rest = left;
      for (const event of events) onEvent(event);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('nothing arrives anymore')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The whole events in a text, and the part of one that may follow. */
export function splitEvents(text: string): { events: ServerEvent[]; rest: string } {
  const parts = text.split('\n\n');
  const rest = parts.pop() ?? '';
  return { events: parts.map(toEvent).filter((event) => event.data !== ''), rest };
}

function toEvent(part: string): ServerEvent {
  const event: ServerEvent = { id: null, name: 'message', data: '' };
  for (const line of part.split('\n')) {
    const colon = line.indexOf(':');
    const [field, value] = [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    if (field === 'id') event.id = value;
    else if (field === 'event') event.name = value;
    else if (field === 'data') event.data += value;
  }
  return event;
}
