/** The outcome of confirming a card. `message` is the provider's own. */
export type CardResult =
  | { ok: true; intentId: string }
  | {
      ok: false;
      message: string;
      /** This secret can no longer be paid with; the shop has another or creates one. */
      stale?: boolean;
    };

/** A card provider's form in the browser. The card's number goes from the form to the provider, never through the shop. */
export type CardForm = {
  /** Resolves when the form can be shown; rejects with a message for the user when the provider can't be reached. */
  ready(): Promise<void>;
  /** Mounts the form's fields in an element; returns a function that unmounts them. */
  mount(element: HTMLElement): () => void;
  /** Pays with the entered card. May leave the page for the bank's challenge and return to `returnUrl`. Never rejects for a declined card. */
  confirmCardPayment(clientSecret: string, returnUrl: string): Promise<CardResult>;
  /** Returns the provider's message for the payment's last failed attempt; null when it has none or can't be reached. */
  findProblem(clientSecret: string): Promise<string | null>;
};
