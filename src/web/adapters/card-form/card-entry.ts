import { createObservable } from '../../observable.ts';
import type { CardField, TypedCard } from './typed-card.ts';

export type CardFault = { field: CardField; message: string };
export type CardState = { typed: TypedCard; fault: CardFault | null };

/** The card details typed so far. They outlive the fields, so mounting the fields again shows them. */
export type CardEntry = {
  state(): CardState;
  subscribe(listener: () => void): () => void;
  type(field: CardField, text: string): void;
  /** Marks the invalid field; null clears the mark. */
  mark(fault: CardFault | null): void;
};

export function createCardEntry(): CardEntry {
  const { get, set, subscribe } = createObservable<CardState>({ typed: { number: '', expiry: '', cvc: '' }, fault: null });
  return {
    state: get,
    subscribe,
    type(field, text) {
      const { typed, fault } = get();
      set({ typed: { ...typed, [field]: text }, fault: fault?.field === field ? null : fault });
    },
    mark: (fault) => set({ ...get(), fault }),
  };
}
