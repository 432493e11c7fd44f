/** Money moved by a dispute, in cents; negative when it leaves. */
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
