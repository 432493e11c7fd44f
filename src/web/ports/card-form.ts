/** What confirming a card came to. `message` is the provider's own sentence. */
export type CardResult =
  | { ok: true; intentId: string }
  | { ok: false; message: string /** This secret can’t be paid with any more; the shop has, or makes, another. */; stale?: boolean };

/** A card provider's form in the browser. The card's number goes from the form to the provider, never through the shop. */
export type CardForm = {
  /** Settles when the form can be shown; rejects with a sentence when the provider can't be reached. */
  ready(): Promise<void>;
  /** Puts the form's fields into an element; answers how to take them out. */
  mount(element: HTMLElement): () => void;
  /** Pays with the card that was typed. May leave the page for the bank's challenge and come back to `returnUrl`. Never rejects for a declined card. */
  confirmCardPayment(clientSecret: string, returnUrl: string): Promise<CardResult>;
};
