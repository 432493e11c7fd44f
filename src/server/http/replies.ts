// Answers to calls that write, in the contract's shapes.

/** A new row. */
export const inserted = (insertedId: string) => ({ status: 201 as const, reply: { acknowledged: true as const, insertedId } });

/** A row that changed, or was as wanted before. */
export const updated = (isChanged = true) => ({ reply: { acknowledged: true as const, matchedCount: 1, modifiedCount: isChanged ? 1 : 0 } });

/** This many rows that were deleted. */
export const deleted = (deletedCount = 1) => ({ reply: { acknowledged: true as const, deletedCount } });

/** Nothing to do. */
export const ACKNOWLEDGED = { reply: { acknowledged: true } } as const;
