/** A seller's account at the practice provider; what the practice page decided stands for what a bank would find out. */
export type Account = {
  id: string;
  /** `restricted`: another document is needed. */
  status: 'new' | 'active' | 'restricted';
  /** `empties`: what arrives is paid out to the seller's bank at once, so that nothing can be taken back. */
  bank: 'keeps' | 'empties';
  metadata: Record<string, string>;
  createdAt: number;
};

/** Money sent to an account; `reversed` was taken back. */
export type Transfer = {
  id: string;
  accountId: string;
  amount: number;
  reversed: number;
  currency: string;
  group: string | null;
  source: string | null;
  metadata: Record<string, string>;
  createdAt: number;
};

export type Reversal = { id: string; transferId: string; amount: number; currency: string; metadata: Record<string, string>; createdAt: number };
