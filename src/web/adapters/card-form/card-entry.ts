import type { CardField, TypedCard } from './typed-card.ts';

export type CardFault = { field: CardField; message: string };
export type CardState = { typed: TypedCard; fault: CardFault | null };

/** The card being typed. It outlives the fields, so that mounting them again shows what was there. */
export type CardEntry = {
  state(): CardState;
  subscribe(listener: () => void): () => void;
  type(field: CardField, text: string): void;
  /** Marks the field that is wrong; null: none is. */
  mark(fault: CardFault | null): void;
};

export const createCardEntry = (): CardEntry => {
  let state: CardState = { typed: { number: '', expiry: '', cvc: '' }, fault: null };
  const listeners = new Set<() => void>();
  const become = (next: CardState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    type: (field, text) => become({ typed: { ...state.typed, [field]: text }, fault: state.fault?.field === field ? null : state.fault }),
    mark: (fault) => become({ ...state, fault }),
  };
};
