import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hours } from '#contract/shared/durations.ts';
import type { SecretHashing } from './adapters/identity/password-hashing.ts';
import { pictures as pictureJobs } from './adapters/images/picture-pool.ts';
import { createImportedTacs } from './adapters/imei/imported-tacs.ts';
import { createOwnRegister } from './adapters/imei/register.ts';
import { createMailbox } from './adapters/mail/mailbox.ts';
import { createSmtpMailer } from './adapters/mail/smtp.ts';
import { createVapid } from './adapters/push/vapid.ts';
import { createWebPush } from './adapters/push/web-push.ts';
import { scheduleBackups } from './backup/schedule.ts';
import { type Misbehavior, openCards } from './composition/cards.ts';
import { openIdentity } from './composition/identity.ts';
import { openPictures } from './composition/pictures.ts';
import type { Config } from './config/config.ts';
import { defaultSettings, variablesOf } from './config/default-settings.ts';
import { toPublicConfig } from './config/public-config.ts';
import { openDatabase } from './db/database.ts';
import { migrateDatabase } from './db/migrate.ts';
import { followReplica, type Replica } from './db/replica.ts';
import type { Db } from './db/tables.ts';
import { createSettingsSource } from './features/shop-settings/index.ts';
import { createShopOrigin } from './http/origin.ts';
import { openMeasuredDatabase, openMeasuredReads } from './metrics/database-metrics.ts';
import { createMetrics } from './metrics/metrics.ts';
import { measureServices } from './metrics/service-metrics.ts';
import { setupOf } from './metrics/setup.ts';
import type { Clock } from './ports/clock.ts';
import type { Tracer } from './ports/tracer.ts';
import { openDataDirectory, openScratchDirectory } from './process/data-directory.ts';
import { checkKeys, checkPhoneKeys, checkSignIn } from './process/startup-checks.ts';
import { createBuyerKeys } from './security/buyer-keys.ts';
import { createHandoverKeys } from './security/handover-keys.ts';
import { createPhoneKeys } from './security/phone-keys.ts';
import { createRecordKeys } from './security/record-keys.ts';
import { deriveSecret, readOrMakeSecret } from './security/secrets.ts';
import { createSecurityLog } from './security/security-log.ts';
import { createUnsubscribeLinks } from './security/unsubscribe-links.ts';
import type { Services } from './services.ts';

export type Composition = { services: Services; close(): Promise<void> };

/** What tests replace, and where to report errors outside requests. */
export type Surroundings = {
  clock?: Clock;
  onFault(message: string, error: unknown): void;
  /** Makes the practice card provider misbehave. */
  cards?: Misbehavior;
  /** Stands in for scrypt, which takes 50 ms of a core each time. */
  hashes?: SecretHashing;
  tracer?: Tracer | null;
};

const systemClock: Clock = { now: () => Date.now() };

/** Migrates the database to this version and opens all services on it. */
export async function compose(config: Config, surroundings: Surroundings): Promise<Composition> {
  openDataDirectory(config.dataDir);
  await migrateDatabase(config.database);
  return openServices(config, { tracer: await openTracer(config), ...surroundings });
}

/** Opens every configured service on a migrated database, which may be down at this time. */
export function openServices(config: Config, { clock = systemClock, onFault, cards: misbehavior, hashes, tracer = null }: Surroundings): Composition {
  openDataDirectory(config.dataDir);
  const secret = readOrMakeSecret(config.authSecret, config.dataDir);
  const imageDirectory = join(config.dataDir, 'images');
  mkdirSync(imageDirectory, { recursive: true, mode: 0o700 });
  const scratch = openScratchDirectory(config.dataDir);
  const metrics = createMetrics(clock, tracer);
  const db = openMeasuredDatabase(config.database, metrics, onFault);
  const reads = openMeasuredReads(config.database, metrics, onFault);

  const origin = createShopOrigin(config);
  const securityLog = createSecurityLog();
  const settings = createSettingsSource({ db: reads, defaults: defaultSettings(config), variables: variablesOf(config) });
  const { identity: identityService, embedded: signingIn } = openIdentity({ config, settings, origin, db, reads, clock, secret, securityLog, hashes, onFault });
  const cards = openCards(config, { db, clock, secret, origin, onFault, ...(misbehavior && { misbehavior }) });
  const pictures = openPictures(config, { db, clock, onFault, directory: imageDirectory });
  const { identity, payments, payouts, images, mailer } = measureServices(
    {
      identity: identityService,
      payments: cards.payments,
      payouts: cards.payouts,
      images: pictures.images,
      mailer: config.mail.kind === 'smtp' ? createSmtpMailer(config.mail) : createMailbox(db, clock),
    },
    metrics,
  );

  const phoneKeys = createPhoneKeys(deriveSecret(secret, 'imei'));

  const replica = openReplica(config.database, reads, onFault);

  const services: Services = {
    db,
    reads,
    replica,
    clock,
    identity,
    payments,
    payouts,
    practiceBank: cards.practiceBank,
    ...pictures,
    images,
    makePreview: pictureJobs.preview,
    scratch,
    savedIndex: join(config.dataDir, 'search-index'),
    mailer,
    pushService: createWebPush({ vapid: createVapid(deriveSecret(secret, 'push'), config.security.contact), clock, standIn: config.push.standIn }),
    lostPhones: createOwnRegister({ db, phoneKeys }),
    tacDirectory: createImportedTacs(db),
    phoneKeys,
    buyerKeys: createBuyerKeys(deriveSecret(secret, 'buyers')),
    handoverKeys: createHandoverKeys(deriveSecret(secret, 'handover-codes')),
    recordKeys: createRecordKeys(deriveSecret(secret, 'records')),
    unsubscribeLinks: createUnsubscribeLinks(deriveSecret(secret, 'unsubscribe')),
    tokenSecret: Buffer.from(deriveSecret(secret, 'access-tokens')),
    inspectionMs: () => hours(settings.current().branding.inspectionHours),
    reservationMs: () => settings.current().reservationMs,
    sellerFee: () => settings.current().branding.sellerFee,
    settings,
    publicConfig: toPublicConfig(config, { identity, payments, payouts, images }),
    origin,
    isProduction: config.production,
    security: config.security,
    securityLog,
    embedded: [...cards.embedded, ...signingIn],
    background: [
      ...cards.background,
      ...checkKeys(images, onFault),
      ...checkSignIn(identity, onFault),
      ...checkPhoneKeys(db, phoneKeys, onFault),
      ...scheduleBackups(config.backup, { db, clock, onFault }),
    ],
    isAlone: config.database.kind === 'sqlite',
    metrics,
    tracer,
    setup: setupOf(config),
  };
  return {
    services,
    async close() {
      mailer.close?.();
      await replica?.close();
      await reads.destroy();
      // SQLite's last connection tidies the file up, which takes one that writes.
      await db.destroy();
      await tracer?.close();
    },
  };
}

/** The replica for public reads, if configured; reports when it is no longer used. */
function openReplica(database: Config['database'], primary: Db, onFault: Surroundings['onFault']): Replica | null {
  if (database.kind !== 'postgres' || !database.replicaUrl) return null;
  const copy = openDatabase({ ...database, url: database.replicaUrl }, { onError: (error) => onFault('a connection to the replica was lost', error) });
  return followReplica(primary, copy, (isUsed, why) => {
    if (!isUsed) onFault(`no longer reading from the replica: ${why}`, null);
  });
}

/** The trace exporter, if configured; its libraries are loaded only then. */
export async function openTracer({ monitoring: { traces } }: Config): Promise<Tracer | null> {
  if (traces === null) return null;
  const { createOtlpTracer } = await import('./adapters/tracing/otlp.ts');
  return createOtlpTracer(traces);
}
