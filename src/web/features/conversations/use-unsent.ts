import { useCallback, useEffect, useState } from 'react';
import type { Conversation, Message } from '#contract/conversations.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { forgetDraft, readDraft, saveDraft } from '../../form-draft.ts';
import { type Outgoing, useSend } from './queries.ts';
import { createTaskQueue } from './task-queue.ts';

/** A message on its way; `failure`: why it couldn't be sent. */
export type Unsent = Outgoing & { failure: string | null };

const INTERRUPTED = 'This message may not have been sent.';

/** The messages that the server hasn't confirmed, in the order they were written. They survive a reload. */
export function useUnsent(conversation: Conversation) {
  const send = useSend(conversation);
  // Two that are written quickly arrive in that order.
  const [enqueue] = useState(createTaskQueue);
  const draft = `unsent:${conversation._id}`;
  const [list, setList] = useState<Unsent[]>(() => readUnsent(draft));
  useEffect(() => {
    if (list.length > 0) saveDraft(draft, { list });
    else forgetDraft(draft);
  }, [draft, list]);
  const remove = (clientId: string): void => setList((all) => all.filter((one) => one.clientId !== clientId));
  const set = (clientId: string, failure: string | null): void => setList((all) => all.map((one) => (one.clientId === clientId ? { ...one, failure } : one)));

  const post = ({ clientId, text, photos }: Outgoing): Promise<void> =>
    enqueue(() => send({ clientId, text, photos })).then(
      () => {
        remove(clientId);
        forgetSent(draft, clientId);
      },
      (error: unknown) => set(clientId, sentenceOf(error)),
    );

  /** Removes those that arrived: their confirmation was lost, or the page was left before it. */
  const settle = useCallback((arrived: readonly Message[]): void => setList((all) => besides(all, arrived)), []);

  return {
    /** Those that aren't among the messages that arrived: a message may arrive before its own confirmation. */
    besides: (arrived: readonly Message[]): readonly Unsent[] => besides(list, arrived),
    settle,
    remove,
    add(written: { text: string; photos: string[] }): void {
      const message = { ...written, clientId: crypto.randomUUID() };
      setList((all) => [...all, { ...message, failure: null }]);
      void post(message);
    },
    again(message: Unsent): void {
      set(message.clientId, null);
      void post(message);
    },
  };
}

function besides(list: Unsent[], arrived: readonly Message[]): Unsent[] {
  const left = list.filter(({ clientId }) => !arrived.some((message) => message.clientId === clientId));
  return left.length === list.length ? list : left;
}

/** Also when the page was left while the message was sent. */
function forgetSent(draft: string, clientId: string): void {
  const left = readUnsent(draft).filter((message) => message.clientId !== clientId);
  if (left.length > 0) saveDraft(draft, { list: left });
  else forgetDraft(draft);
}

function readUnsent(draft: string): Unsent[] {
  const { list = [] } = readDraft<{ list: Unsent[] }>(draft);
  return list.map((message) => ({ ...message, failure: message.failure ?? INTERRUPTED }));
}
