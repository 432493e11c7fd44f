/** A seller's account at the provider. */
export type PayoutAccount = {
  id: string;
  /** Money can be sent to it, and from there to the seller's bank. */
  isReady: boolean;
  /** The seller has entered their details. */
  isSubmitted: boolean;
  /** The provider's code for why it can't receive money; null when nothing is wrong. */
  trouble: string | null;
};

export type NewTransfer = {
  accountId: string;
  amountCents: number;
  /** Lowercase ISO code, as everywhere here. */
  currency: string;
  orderId: string;
  /** The payment that the money comes from, if it covers the amount: then it needn't have arrived in the shop's balance yet. */
  intentId: string | null;
  /** Names the transfer at the provider, so that it can be found again. */
  name: string;
  /** The same key never transfers twice. */
  key: string;
};

export type NewReversal = Pick<NewTransfer, 'amountCents' | 'name' | 'key'>;
export type TransferReversal = { id: string; name: string | null; amountCents: number };

/** Money sent to a seller's account, and what was taken back of it. */
export type Transfer = {
  id: string;
  /** Null for transfers that weren't made by us, like `orderId`. */
  name: string | null;
  orderId: string | null;
  accountId: string;
  amountCents: number;
  currency: string;
  reversals: TransferReversal[];
};

/** `account`: the account can't receive money or is gone. `balance`: the shop's balance at the provider is too low. */
export type TransferOutcome = { outcome: 'made'; transfer: Transfer } | { outcome: 'refused'; why: 'account' | 'balance' | 'other' };

/** `refused`: the seller's account has too little left, or the provider won't take it back. */
export type ReversalOutcome = { outcome: 'made'; reversal: TransferReversal } | { outcome: 'refused' };

/** A webhook's message about an account. The receiver fetches its present state from the provider. */
export type PayoutEvent = { id: string; type: string; accountId: string | null };

/** Sends sellers their money. Every method throws `ProviderError` when the provider fails. */
export type PayoutService = {
  kind: 'practice' | 'stripe';
  /** The same key never creates a second account. */
  createAccount(seller: { sellerId: string; email: string; key: string }): Promise<PayoutAccount>;
  /** Null when the account is gone. */
  findAccount(accountId: string): Promise<PayoutAccount | null>;
  /** The address of the provider's pages where the seller enters their details. Both paths are the shop's; `expiredPath` is for a link that is too old. */
  createLink(accountId: string, paths: { returnPath: string; expiredPath: string }): Promise<string>;
  transfer(transfer: NewTransfer): Promise<TransferOutcome>;
  /** Finds a transfer by its name among those to this account since this time (epoch ms); null when there is none. */
  findTransferNamed(accountId: string, name: string, since: number): Promise<Transfer | null>;
  /** Returns the present state of a transfer; one that the provider doesn't know counts as its failure. */
  findTransfer(transferId: string): Promise<Transfer>;
  /** Takes part of a transfer back from the seller's account: the same key never does so twice. */
  reverse(transferId: string, reversal: NewReversal): Promise<ReversalOutcome>;
  /** Iterates over all transfers, newest first. */
  listTransfers(): AsyncIterable<Transfer>;
  /** Reads a webhook's message; throws `MalformedError` when the signature is not the provider's, or is older than five minutes. */
  readEvent(rawBody: string, signature: string): PayoutEvent;
};

/** How sellers get their money: a service that sends it, or an admin who pays them and notes it. */
export type PayoutProvider = PayoutService | { kind: 'by-hand' };
