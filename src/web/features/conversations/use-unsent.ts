import { useState } from 'react';
import type { Conversation } from '#contract/conversations.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { type Outgoing, useSend } from './queries.ts';

/** A message on its way; `failure`: why it couldn't be sent. */
export type Unsent = Outgoing & { failure: string | null };

/** The messages that the server hasn't confirmed, in the order they were written. */
export function useUnsent(conversation: Conversation) {
  const send = useSend(conversation);
  const [list, setList] = useState<Unsent[]>([]);
  const remove = (clientId: string): void => setList((all) => all.filter((one) => one.clientId !== clientId));
  const set = (clientId: string, failure: string | null): void => setList((all) => all.map((one) => (one.clientId === clientId ? { ...one, failure } : one)));

  const post = ({ clientId, text }: Outgoing): Promise<void> =>
    send({ clientId, text }).then(
      () => remove(clientId),
      (error: unknown) => set(clientId, sentenceOf(error)),
    );

  return {
    list,
    remove,
    add(text: string): void {
      const message = { clientId: crypto.randomUUID(), text };
      setList((all) => [...all, { ...message, failure: null }]);
      void post(message);
    },
    again(message: Unsent): void {
      set(message.clientId, null);
      void post(message);
    },
  };
}
