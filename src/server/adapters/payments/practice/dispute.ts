/** Money that moves with a dispute: below zero when it leaves. Cents. */
export type Movement = { id: string; amount: number; fee: number; createdAt: number };

export type DisputeStatus = 'warning_needs_response' | 'warning_under_review' | 'warning_closed' | 'needs_response' | 'under_review' | 'won' | 'lost';

export type Dispute = {
  id: string;
  intentId: string;
  chargeId: string;
  amount: number;
  currency: string;
  status: DisputeStatus;
  reason: string;
  dueBy: number | null;
  movements: Movement[];
  createdAt: number;
};
