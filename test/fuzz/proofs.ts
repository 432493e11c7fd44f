import { isDeepStrictEqual } from 'node:util';
import type { CallName } from '#contract/calls.ts';
import { DraftContent } from '#contract/selling/drafts.ts';
import { SettingsValues } from '#contract/shop-settings.ts';
import type { TestReply } from '#test/support/app.ts';

export type Look = {
  /** The reply's body. */
  body: {
    _id?: string;
    insertedId?: string;
    deletedCount?: number;
    modifiedCount?: number;
    received?: number;
    state?: string;
    revision?: number;
    outcomes?: unknown[];
    code?: string;
    data?: { display_url: string };
  };
  /** Returns the value with this name from the path, query or body, as sent. */
  sent(name: string): unknown;
  /** The same, encoded for a URL. */
  named(name: string): string;
  /** Makes another call by the same caller, at a path below `/api`. */
  ask(path: string): Promise<TestReply>;
  /** Whether an address of the shop responds. */
  opens(address: string): Promise<boolean>;
};

type Proof = (look: Look) => Promise<boolean>;
type Row = Record<string, unknown> & { _id: string };
type WritingCall = Exclude<CallName, `GET ${string}`>;

const uploaded: Proof = async ({ body, opens }) => opens(body.data?.display_url ?? '');

function offerIs(state: string): Proof {
  return async ({ sent, ask }) => [await ask('/offers'), await ask('/offers?side=seller')].some((reply) => found(reply, sent('id'))?.state === state);
}

/** For each writing call: checks that what it acknowledged is true. `null`: the caller has no way to see it. */
export const PROOFS: Record<WritingCall, Proof | null> = {
  // `POST /users` is authenticated by cookie and the webhook by its signature, while what they write is read by token.
  'POST /users': null,
  'POST /webhooks/payments': null,
  'POST /webhooks/payouts': null,
  'POST /payoutAccount/check': async ({ body, ask }) => fieldsOf(await ask('/payoutAccount')).state === body.state,
  'POST /payoutAccount/link': async ({ ask }) => fieldsOf(await ask('/payoutAccount')).state !== 'none',

  // Whoever may make the call is a seller afterwards.
  'POST /users/selling': async ({ ask }) => (await ask('/drafts')).status === 200,
  'PUT /products/': async ({ sent, ask }) => found(await ask('/users/sellers'), sent('id'))?.seller_verify !== false,
  'POST /users/:id/unverify': async ({ sent, ask }) => found(await ask('/users/sellers'), sent('id'))?.seller_verify !== true,
  'DELETE /users/sellers/:id': async ({ sent, ask }) => !has(await ask('/users/sellers'), sent('id')) && !has(await ask('/users/buyers'), sent('id')),
  'DELETE /personalData': async ({ body, ask }) => body.deletedCount === 0 || (await ask('/notifications')).status === 401,
  'DELETE /sessions/:id': async ({ sent, ask }) => !has(await ask('/sessions'), sent('id')),
  'DELETE /users/:id/sessions': async ({ body }) => (body.deletedCount ?? -1) >= 0,
  'DELETE /sessions': async ({ ask }) => rowsOf(await ask('/sessions')).length === 1,
  'POST /password': async ({ ask }) => rowsOf(await ask('/sessions')).length === 1,

  'POST /secondFactor': async ({ ask }) => fieldsOf(await ask('/secondFactor')).state === 'off',
  'POST /secondFactor/confirm': async ({ ask }) => fieldsOf(await ask('/secondFactor')).state === 'on',
  'POST /secondFactor/passkeys': async ({ ask }) => fieldsOf(await ask('/secondFactor')).state === 'on',
  'POST /passkeys': async ({ body, ask }) => has(await ask('/passkeys'), body.insertedId),
  'POST /passkeys/options': null,
  'PATCH /passkeys/:id': async ({ sent, ask }) => found(await ask('/passkeys'), sent('id'))?.name === String(sent('name')).trim(),
  'DELETE /passkeys/:id': async ({ sent, ask }) => !has(await ask('/passkeys'), sent('id')),
  'POST /proof': async ({ ask }) => (await ask('/proof')).status === 200,
  'POST /proof/mail': async ({ ask }) => (await ask('/proof')).status === 200,

  'POST /secondFactor/recoveryCodes': async ({ ask }) => fieldsOf(await ask('/secondFactor')).recoveryCodesLeft === 10,
  'POST /secondFactor/off': async ({ ask }) => fieldsOf(await ask('/secondFactor')).state === 'off',

  'POST /products': async ({ body, ask }) => body.insertedId !== undefined && (await ask(`/selectedProducts/${body.insertedId}`)).status === 200,
  'DELETE /products/:id': gone('/selectedProducts'),
  'POST /ownListingChanges': async ({ body, sent }) => body.outcomes?.length === (sent('ids') as string[]).length,
  'PATCH /products/:id': async ({ body, named, ask }) => fieldsOf(await ask(`/products/${named('id')}`)).revision === body.revision,
  // Nobody sees a view before its day is counted, except the seller.
  'POST /products/:id/views': null,
  'POST /advertise': async ({ named, ask }) => (await ask(`/isAdvertise/${named('_id')}`)).status === 200,
  'PUT /drafts/:id': async ({ body, sent, named, ask }) => {
    const { revision, content } = fieldsOf(await ask(`/drafts/${named('id')}`));
    return revision === body.revision && isDeepStrictEqual(content, DraftContent.parse(sent('content')));
  },
  'DELETE /drafts/:id': gone('/drafts'),
  'POST /listingImports': async ({ body, ask }) => (await ask(`/listingImports/${body._id}`)).status === 200,
  'POST /listingImports/:id/confirm': importIn('running', 'done', 'stopped'),
  'POST /listingImports/:id/cancel': importIn('cancelled', 'done', 'stopped'),

  'POST /images': uploaded,
  'POST /imageUploads': async ({ body, ask }) => (await ask(`/imageUploads/${body.insertedId}`)).status === 200,
  'PUT /imageUploads/:id': async ({ body, named, ask }) => fieldsOf(await ask(`/imageUploads/${named('id')}`)).received === body.received,
  'POST /imageUploads/:id/complete': uploaded,
  'DELETE /imageUploads/:id': gone('/imageUploads'),
  'POST /possessionCodes': async ({ body, ask }) => fieldsOf(await ask(`/possessionCodes/${body._id}`)).code === body.code,
  'POST /possessionCodes/:id/photo': async ({ sent, named, ask }) =>
    fieldsOf(await ask(`/possessionCodes/${named('id')}`)).photo === String(sent('image')).trim(),
  'POST /phoneTestCodes': async ({ body, ask }) => (await ask(`/phoneTestCodes/${body._id}`)).status === 200,
  'POST /phoneTestCodes/:id/publish': async ({ named, ask }) => fieldsOf(await ask(`/phoneTestCodes/${named('id')}`)).isPublished === true,
  'POST /products/:id/phoneTest/hide': async ({ named, ask }) => (await ask(`/products/${named('id')}/phoneTest`)).body === null,
  // Only the phone that holds the run's key sees it, in the replies.
  'POST /phoneTestRuns': null,
  'POST /phoneTestRuns/answers': null,
  'POST /possessionPhotos/:id/decision': leaves('/possessionPhotos'),
  'POST /duplicatePhotos/:id/decision': leaves('/duplicatePhotos'),

  'POST /reportedItems': async ({ body, named, ask }) => {
    const { status, body: reported } = await ask(`/reportedItems/${named('_id')}`);
    return status === 200 && (body.insertedId === undefined || (reported as { reportedStatus: string }).reportedStatus === 'reported');
  },
  'DELETE /reportedItems/:id': leaves('/reportedItems'),
  'POST /removedItems/:id/restore': leaves('/removedItems'),
  'POST /decisions': unlessKnown(async ({ body, sent, ask }) => {
    const decision = found(await ask('/decisions'), body.insertedId);
    return decision?.kind === sent('kind') && decision?.reason === String(sent('reason')).trim();
  }),
  'POST /decisions/:id/undo': async ({ sent, ask }) => {
    const decision = found(await ask('/decisions'), sent('id'));
    return decision !== undefined && decision.undoneAt !== null;
  },
  'POST /answers/:id/settle': async ({ sent, ask }) => {
    const answers = rowsOf(await ask('/decisions')).flatMap((decision) => decision.answers as Row[]);
    const answer = answers.find(({ _id }) => _id === sent('id'));
    return answer !== undefined && answer.settledAt !== null;
  },
  'POST /myDecisions/:id/answer': async ({ body, sent, ask }) => {
    const answer = found(await ask('/myDecisions'), sent('id'))?.answer as Row | null | undefined;
    return answer?._id === body.insertedId && answer?.text === String(sent('text')).trim();
  },
  'POST /lostPhones': async ({ body, ask }) => has(await ask('/myLostPhones'), body.insertedId),
  'POST /lostPhones/:id/decision': async ({ sent, ask }) => has(await ask(`/lostPhones?state=${sent('decision')}`), sent('id')),
  'DELETE /lostPhones/:id': async ({ sent, ask }) => [undefined, 'withdrawn'].includes(found(await ask('/myLostPhones'), sent('id'))?.state as string),
  'POST /imeiQuestions/:id/close': leaves('/imeiQuestions'),

  'POST /bookings': async ({ body, ask }) => body.insertedId !== undefined && (await ask(`/payment/${body.insertedId}`)).status === 200,
  'POST /create-payment-intent': async (look) => look.sent('orderId') === undefined || orderIn('paying', 'paid')(look),
  'POST /payments/:productId': orderIn('paid', 'refunding', 'refunded'),
  'POST /orders/:orderId/problem': async ({ body, named, ask }) => fieldsOf(await ask(`/orders/${named('orderId')}/problem`))._id === body.insertedId,
  'DELETE /orders/:orderId/problem': fulfillmentIn('to_arrange', 'confirming', 'handed_over'),
  'POST /orders/:orderId/problem/answer': fulfillmentIn('returning', 'refund_offered', 'escalated', 'decided'),
  'POST /orders/:orderId/problem/offer': fulfillmentIn('escalated', 'decided'),
  'POST /orders/:orderId/problem/statements': async ({ sent, named, ask }) =>
    (fieldsOf(await ask(`/orders/${named('orderId')}/problem`)).statements as { photos: string[] }[]).some(
      ({ photos }) => photos.length === ((sent('photos') as string[] | undefined) ?? []).length,
    ),
  'POST /orders/:orderId/problem/escalation': fulfillmentIn('escalated'),
  'POST /problems/:orderId/decision': async ({ sent, named, ask }) => {
    const { problem } = fieldsOf(await ask(`/problems/${named('orderId')}`)) as { problem: { decision: string } };
    return problem.decision === sent('decision');
  },
  'POST /orders/:orderId/acceptance': async ({ named, ask }) =>
    (fieldsOf(await ask(`/orders/${named('orderId')}`)).fulfillment as { state: string }).state === 'completed',
  'POST /orders/:orderId/cancellation': async ({ named, ask }) =>
    (fieldsOf(await ask(`/orders/${named('orderId')}`)).fulfillment as { state: string }).state === 'canceled',
  'POST /orders/:orderId/relisting': async ({ named, ask }) => fieldsOf(await ask(`/orders/${named('orderId')}/relisting`)).isPossible === false,
  'POST /orders/:orderId/proposals': async ({ body, named, ask }) => {
    const { proposal } = fieldsOf(await ask(`/orders/${named('orderId')}/meeting`));
    return proposal !== null && (body.insertedId === undefined || (proposal as { _id: string })._id === body.insertedId);
  },
  'POST /orders/:orderId/proposals/:proposalId/answer': async ({ sent, named, ask }) => {
    const { proposal } = fieldsOf(await ask(`/orders/${named('orderId')}/meeting`));
    return (proposal as { _id: string } | null)?._id !== sent('proposalId');
  },
  'DELETE /orders/:orderId/meeting': async ({ named, ask }) =>
    (fieldsOf(await ask(`/orders/${named('orderId')}`)).fulfillment as { meetAt: string | null }).meetAt === null,
  'POST /orders/:orderId/noShow': async ({ named, ask }) =>
    (fieldsOf(await ask(`/orders/${named('orderId')}`)).fulfillment as { state: string }).state === 'no_show_reported',
  'POST /orders/:orderId/noShow/answer': async ({ named, ask }) => fieldsOf(await ask(`/orders/${named('orderId')}/meeting`)).noShow === null,
  'PUT /orders/:orderId/review': async ({ sent, named, ask }) => {
    const own = fieldsOf(await ask(`/orders/${named('orderId')}/reviews`)).own as Row | null;
    return own?.stars === sent('stars') && own?.text === String(sent('text') ?? '').trim();
  },
  'POST /saved': async ({ sent, ask }) => {
    const { ids } = fieldsOf(await ask('/saved/ids'));
    return (sent('ids') as unknown[]).some((id) => (ids as unknown[]).includes(id));
  },
  'DELETE /saved/:id': async ({ sent, ask }) => !(fieldsOf(await ask('/saved/ids')).ids as unknown[]).includes(sent('id')),
  'POST /offers': async ({ body, ask }) => has(await ask('/offers?limit=10'), body._id),
  'POST /offers/:id/counter': async ({ body, ask }) => has(await ask('/offers?side=seller'), body._id) || has(await ask('/offers'), body._id),
  'POST /offers/:id/accept': offerIs('accepted'),
  'POST /offers/:id/refuse': offerIs('refused'),
  'POST /offers/:id/withdraw': offerIs('withdrawn'),
  'PUT /products/:id/lowestOffer': async ({ sent, named, ask }) =>
    (fieldsOf(await ask(`/products/${named('id')}/lowestOffer`)).price === null) === (sent('price') === null),
  'POST /pushDevices': async ({ body, ask }) => (fieldsOf(await ask('/pushDevices')).devices as Row[]).some(({ _id }) => _id === body._id),
  'DELETE /pushDevices/:id': async ({ named, ask }) => !(fieldsOf(await ask('/pushDevices')).devices as Row[]).some(({ _id }) => _id === named('id')),
  'POST /savedSearches': async ({ body, ask }) => body.insertedId === undefined || has(await ask('/savedSearches'), body.insertedId),
  'PUT /savedSearches/:id': async ({ sent, ask }) => found(await ask('/savedSearches'), sent('id'))?.frequency === sent('frequency'),
  'PUT /savedSearches/:id/wantedAd': async ({ named, ask }) => adOf(await ask('/savedSearches'), named('id'))?.state === 'open',
  'DELETE /savedSearches/:id/wantedAd': async ({ named, ask }) => adOf(await ask('/savedSearches'), named('id'))?.state !== 'open',
  'POST /products/:id/answeredAds': async ({ sent, named, ask }) => found(await ask(`/products/${named('id')}/wantedAds`), sent('adId'))?.isAnswered === true,
  'POST /wantedAds/:id/remove': async ({ named, ask }) => !has(await ask('/wantedAds'), named('id')),
  'DELETE /savedSearches/:id': async ({ sent, ask }) => !has(await ask('/savedSearches'), sent('id')),
  'POST /conversations': async ({ body, ask }) => (await ask(`/conversations/${body._id}`)).status === 200,
  'POST /orders/:orderId/conversation': async ({ body, ask }) => (await ask(`/conversations/${body._id}`)).status === 200,
  'POST /conversations/:id/messages': async ({ body, named, ask }) => has(await ask(`/conversations/${named('id')}/messages?limit=1`), body._id),
  'PUT /conversations/:id/mute': async ({ sent, named, ask }) => fieldsOf(await ask(`/conversations/${named('id')}`)).muted === sent('muted'),
  'PUT /conversations/:id/block': async ({ sent, named, ask }) => fieldsOf(await ask(`/conversations/${named('id')}`)).blocked === sent('blocked'),
  'POST /conversations/:id/read': async ({ sent, named, ask }) => {
    const { unread, lastNumber } = fieldsOf(await ask(`/conversations/${named('id')}`));
    return unread === 0 || Number(lastNumber) > Number(sent('number'));
  },
  'POST /reviews/:id/answer': async ({ body }) => body.modifiedCount === 1,
  'POST /reviews/:id/reports': null,
  'POST /conversations/:id/reports': null,
  'POST /reportedConversations/:id/decision': leaves('/reportedConversations'),
  'POST /reportedReviews/:id/decision': leaves('/reportedReviews'),
  'POST /orders/:orderId/draft': async ({ named, ask }) => (await ask(`/drafts/${named('orderId')}`)).status === 200,
  'POST /passports/:id/repairs': async ({ named, ask }) =>
    (fieldsOf(await ask(`/passports/${named('id')}`)).history as { kind: string }[]).some(({ kind }) => kind === 'repaired'),
  'POST /orders/:orderId/handover/confirmation': async ({ named, ask }) => fieldsOf(await ask(`/orders/${named('orderId')}/handover`)).receivedAt !== null,
  'POST /orders/:orderId/handover/code': async ({ named, ask }) => {
    const { givenAt, isWaiting } = fieldsOf(await ask(`/orders/${named('orderId')}/handover`));
    return givenAt !== null || isWaiting === true;
  },
  'POST /orders/:orderId/refund': async ({ sent, ask }) =>
    rowsOf(await ask('/payments')).some(({ orderId, state }) => orderId === sent('orderId') && (state === 'refunded' || state === 'refund_due')),
  'POST /orders/:orderId/payout': async ({ sent, ask }) =>
    rowsOf(await ask('/payments')).some(({ orderId, paidOutAt }) => orderId === sent('orderId') && paidOutAt !== null),
  'POST /payments/:paymentId/refund': async ({ named, ask }) =>
    rowsOf(await ask('/payments')).some(({ _id, refundByHand }) => _id === named('paymentId') && refundByHand === null),
  'POST /orders/:orderId/wait': async ({ named, ask }) => {
    const { waiting, heldUntil } = fieldsOf(await ask(`/payment/${named('orderId')}`));
    // When nobody else is paying, it is their turn at once.
    return waiting === true || heldUntil !== null;
  },
  'DELETE /orders/:orderId/reservation': async ({ named, ask }) => fieldsOf(await ask(`/payment/${named('orderId')}`)).heldUntil === null,
  'DELETE /bookings/:orderId': async ({ named, ask }) => fieldsOf(await ask(`/payment/${named('orderId')}`)).closedReason !== null,
  'DELETE /orders/:orderId/wait': async ({ named, ask }) => fieldsOf(await ask(`/payment/${named('orderId')}`)).waiting === false,
  'POST /notifications/read': async ({ sent, ask }) =>
    sent('through') !== undefined || sent('path') !== undefined || rowsOf(await ask('/notifications')).every(({ read }) => read === true),
  'PUT /notifications/settings/:topic': async ({ sent, ask }) =>
    rowsOf(await ask('/notifications/settings')).some(
      (row) => row.topic === sent('topic') && (['email', 'push'] as const).every((channel) => sent(channel) === undefined || row[channel] === sent(channel)),
    ),
  'POST /notifications/:id/read': async ({ sent, ask }) => {
    const read = found(await ask('/notifications'), sent('id'))?.read;
    return read === true || read === undefined;
  },

  'PUT /shopSettings': async (look) => {
    const { revision, values } = fieldsOf(await look.ask('/shopSettings'));
    const { brands: _, ...others } = values as Record<string, unknown>;
    return revision === look.body.revision && isDeepStrictEqual(others, settingsAsSent(look));
  },
  'POST /shopSettings/versions/:revision/restore': async ({ body, ask }) => fieldsOf(await ask('/shopSettings')).revision === body.revision,
};

function rowsOf({ body }: TestReply): Row[] {
  return Array.isArray(body) ? (body as Row[]) : [];
}

function fieldsOf({ body }: TestReply): Record<string, unknown> {
  return (body ?? {}) as Record<string, unknown>;
}

function has(reply: TestReply, id: unknown): boolean {
  return rowsOf(reply).some(({ _id }) => _id === id);
}

/** The wanted ad of a saved search. */
const adOf = (reply: TestReply, id: unknown): Row | undefined => found(reply, id)?.wanted as Row | undefined;

function found(reply: TestReply, id: unknown): Row | undefined {
  return rowsOf(reply).find(({ _id }) => _id === id);
}

/** Accepts replies without a new id: the row was there already. */
function unlessKnown(prove: Proof): Proof {
  return async (look) => look.body.insertedId === undefined || prove(look);
}

/** Normalizes settings like the contract; brands get ids and keep their names. */
function settingsAsSent({ sent }: Look): Record<string, unknown> {
  const { brands: _, ...shape } = SettingsValues.shape;
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.parse(sent(name))]));
}

function fulfillmentIn(...states: string[]): Proof {
  return async ({ named, ask }) => states.includes((fieldsOf(await ask(`/orders/${named('orderId')}`)).fulfillment as { state: string }).state);
}

function orderIn(...states: string[]): Proof {
  return async ({ named, ask }) => states.includes(String(fieldsOf(await ask(`/payment/${named('orderId')}`)).state));
}

function importIn(...states: string[]): Proof {
  return async ({ named, ask }) => states.includes(String(fieldsOf(await ask(`/listingImports/${named('id')}`)).state));
}

function gone(path: string): Proof {
  return async ({ named, ask }) => (await ask(`${path}/${named('id')}`)).status === 404;
}

/** Checks that an admin's list no longer contains it. */
function leaves(path: string): Proof {
  return async ({ sent, ask }) => !has(await ask(path), sent('id'));
}
