import type { FastifyInstance } from 'fastify';
import { forgetChanges } from '../db/changes.ts';
import { indexPeople } from '../features/accounts/index.ts';
import { createAlerting } from '../features/alerts/index.ts';
import { sealAudit } from '../features/audit/index.ts';
import { forgetContactViews } from '../features/contacts/index.ts';
import { sweepUnread } from '../features/conversations/index.ts';
import { recognizePhotos } from '../features/duplicate-photos/index.ts';
import { fillBuyerKeys } from '../features/first-purchase/index.ts';
import { sweepFulfillments } from '../features/fulfillment/index.ts';
import { sweepImages } from '../features/images/index.ts';
import { closeViewDays } from '../features/interest/index.ts';
import { matchModels } from '../features/listings/index.ts';
import { createSending, type SendingEvent } from '../features/mail/index.ts';
import { sweepReminders } from '../features/meetings/index.ts';
import { sweepOffers } from '../features/offers/index.ts';
import { beginPassports } from '../features/passports/index.ts';
import { createCatchUp, refundSoon, sweepPayments, sweepReservations } from '../features/payments/index.ts';
import { sweepPayouts } from '../features/payouts/index.ts';
import { eraseRemoved, forgetErased } from '../features/personal-data/index.ts';
import { forgetPhoneTests } from '../features/phone-tests/index.ts';
import { releasePossessionPhotos } from '../features/proof-of-possession/sweep.ts';
import { createPushing } from '../features/push/index.ts';
import { sweepShownReviews } from '../features/reviews/index.ts';
import { createAssessing } from '../features/risk/index.ts';
import { createImporting, forgetImports } from '../features/selling/index.ts';
import type { Services } from '../services.ts';
import { workThrough } from '../work-through.ts';
import { DEADLINES } from './deadlines.ts';

/** How often to ask the card provider, and how often to check the shop's own data. */
const ASK_MS = 30_000;
const LOOK_MS = 3000;
/** Deadlines are met within five seconds. */
const DEADLINE_MS = 2000;
const FORGET_MS = 60_000;
const MAIL_MS = 1000;
const PUSH_MS = 1000;
const IMPORT_MS = 500;
const SEAL_MS = 500;
const ASSESS_MS = 2000;
const SWEEP_MS = 600_000;
const MATCH_MS = 10_000;

/** Background work, run in one process at a time. */
export type Job = {
  name: string;
  work(): Promise<unknown>;
  everyMs: number;
  onError(error: unknown): void;
  /** Asks running work to finish early. */
  hurry?(): void;
};

/** Every kind of background work except the adapters' own. */
export function backgroundJobs(app: FastifyInstance, services: Services): Job[] {
  const sending = createSending({ ...services, shopName: () => services.settings.current().branding.shopName, origin: services.origin.url() }, sayOfMail(app));
  const pushing = createPushing(services, (failure) => app.log.warn({ failure }, 'a push service refused a notification'));
  const importing = createImporting(services);
  const alerting = createAlerting(services, app.savedSearches);
  const assessing = createAssessing({ ...services, launchOf: app.models.launchOf });
  /** Refunds that deadlines made due. Those that are lost when the process stops are left to the sweep of payments. */
  const toRefund: string[] = [];
  const failed = (what: string) => (error: unknown) => app.log.error({ err: error }, `${what} failed`);
  return [
    {
      name: 'payments',
      work: () => sweepPayments(services, (intentId, error) => app.log.warn({ intentId, err: error }, 'the card provider failed')),
      everyMs: ASK_MS,
      onError: failed('reconciling payments with the card provider'),
    },
    {
      name: 'missed-webhooks',
      work: createCatchUp(services, (id, error) => app.log.warn({ id, err: error }, 'the card provider failed')),
      everyMs: SWEEP_MS,
      onError: failed('looking for what no webhook told of'),
    },
    {
      name: 'payouts',
      work: () => sweepPayouts(services, (orderId, error) => app.log.warn({ orderId, err: error }, 'the payout service failed')),
      everyMs: LOOK_MS,
      onError: failed('paying sellers'),
    },
    { name: 'changes', work: () => forgetChanges(services.db), everyMs: FORGET_MS, onError: failed('deleting old changes') },
    {
      name: 'images',
      work: () => sweepImages(services, (error) => app.log.warn({ err: error }, 'unused pictures could not be removed yet')),
      everyMs: SWEEP_MS,
      onError: failed('removing unused pictures'),
    },
    {
      name: 'erasures',
      work: () => forgetErased(services, (error) => app.log.warn({ err: error }, 'a deleted account could not be removed from the identity service yet')),
      everyMs: FORGET_MS,
      onError: failed('removing deleted accounts from the identity service'),
    },
    {
      name: 'removed-people',
      work: () => eraseRemoved(services, failed('erasing a person removed 30 days ago')),
      everyMs: SWEEP_MS,
      onError: failed('erasing people removed 30 days ago'),
    },
    {
      name: 'models',
      work: () => matchModels({ ...services, directory: app.models.directory }),
      everyMs: MATCH_MS,
      onError: failed('comparing listings with the catalog'),
    },
    { name: 'presentations', work: app.presentations.writeMissing, everyMs: MATCH_MS, onError: failed('preparing listings for lists') },
    { name: 'buyer-keys', work: () => fillBuyerKeys(services), everyMs: SWEEP_MS, onError: failed('recognizing earlier buyers') },
    { name: 'person-words', work: () => indexPeople(services.db), everyMs: SWEEP_MS, onError: failed('preparing people for the search') },
    { name: 'passports', work: () => beginPassports(services), everyMs: SWEEP_MS, onError: failed('beginning the passports of earlier listings') },
    { name: 'imports', work: importing.run, hurry: importing.stop, everyMs: IMPORT_MS, onError: failed('publishing imported listings') },
    { name: 'contact-views', work: () => forgetContactViews(services), everyMs: SWEEP_MS, onError: failed('deleting old contact views') },
    { name: 'views', work: () => closeViewDays(services), everyMs: SWEEP_MS, onError: failed('counting views') },
    { name: 'old-imports', work: () => forgetImports(services), everyMs: SWEEP_MS, onError: failed('deleting old imports') },
    {
      name: 'photos',
      work: () => recognizePhotos(services, (error) => app.log.warn({ err: error }, 'some existing pictures could not be hashed yet')),
      everyMs: LOOK_MS,
      onError: failed('looking for duplicate photos'),
    },
    { name: 'in-hand', work: () => releasePossessionPhotos(services), everyMs: SWEEP_MS, onError: failed('deleting photos of proof of possession') },
    { name: 'phone-tests', work: () => forgetPhoneTests(services), everyMs: SWEEP_MS, onError: failed('deleting old phone tests') },
    { name: 'audit', work: () => seal(app, services), everyMs: SEAL_MS, onError: failed('sealing the audit log') },
    {
      name: 'risks',
      work: assessing.run,
      hurry: assessing.stop,
      everyMs: ASSESS_MS,
      onError: failed('scoring the risk of listings'),
    },
    {
      name: 'fulfillments',
      work: () => sweepFulfillments(services, DEADLINES, (intentId) => toRefund.push(intentId)),
      everyMs: DEADLINE_MS,
      onError: failed('doing what is due for orders'),
    },
    {
      name: 'refunds',
      work: () => workThrough(toRefund.splice(0), async (intentId) => void (await refundSoon(services, intentId))),
      everyMs: DEADLINE_MS,
      onError: failed('refunding what became due'),
    },
    { name: 'reminders', work: () => sweepReminders(services), everyMs: DEADLINE_MS, onError: failed('reminding people of meetings') },
    { name: 'reviews', work: () => sweepShownReviews(services), everyMs: LOOK_MS, onError: failed('notifying people of reviews of them') },
    { name: 'alerts', work: alerting.run, hurry: alerting.stop, everyMs: DEADLINE_MS, onError: failed('alerting people about phones') },
    { name: 'unread', work: () => sweepUnread(services), everyMs: LOOK_MS, onError: failed('emailing people about unread messages') },
    { name: 'offers', work: () => sweepOffers(services), everyMs: SWEEP_MS, onError: failed('ending offers that nobody answered') },
    { name: 'holds', work: () => sweepReservations(services), everyMs: LOOK_MS, onError: failed('passing on reservations') },
    { name: 'pushes', work: pushing.run, hurry: pushing.stop, everyMs: PUSH_MS, onError: failed('sending push notifications') },
    {
      name: 'mails',
      work: sending.run,
      hurry: sending.stop,
      everyMs: MAIL_MS,
      onError: failed('sending email'),
    },
  ];
}

function sayOfMail(app: FastifyInstance) {
  return (event: SendingEvent) => {
    if (event.what === 'trouble_over') app.log.info('email is being sent again');
    else if (event.what === 'trouble')
      app.log.warn({ failure: event.failure }, 'the mail server (SMTP_URL) doesn’t accept email; the outbox waits until it does');
    else
      app.log.error(
        { mailId: event.mailId, kind: event.kind, failure: event.failure, tries: event.tries },
        'an email could not be sent; it stays in the outbox',
      );
  };
}

/** Logs the head, where someone with access to the database alone can't change it: entries removed later can then be noticed. */
async function seal(app: FastifyInstance, { db }: Services): Promise<void> {
  const head = await sealAudit(db);
  if (head) app.log.info({ number: head.number, hash: head.hash }, 'the audit log is sealed up to here');
}
