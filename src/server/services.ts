import type { PublicConfig } from '#contract/config.ts';
import type { FeeTerms } from '#contract/seller-fee.ts';
import type { SettingName, SettingsDefaults } from '#contract/shop-settings.ts';
import type { Config } from './config/config.ts';
import type { ChangeFeed } from './db/change-feed.ts';
import type { Replica } from './db/replica.ts';
import type { Db } from './db/tables.ts';
import type { FetchHandler, Mounted } from './http/fetch-handler.ts';
import type { ShopOrigin } from './http/origin.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Setup } from './metrics/setup.ts';
import type { Clock } from './ports/clock.ts';
import type { IdentityProvider } from './ports/identity.ts';
import type { ImageFiles, ImageStore } from './ports/image-store.ts';
import type { LostPhoneSource } from './ports/lost-phones.ts';
import type { Mailer } from './ports/mailer.ts';
import type { PaymentProvider, PracticeBank } from './ports/payments.ts';
import type { PayoutProvider } from './ports/payouts.ts';
import type { PushService } from './ports/push-service.ts';
import type { TacDirectory } from './ports/tac-directory.ts';
import type { Tracer } from './ports/tracer.ts';
import type { BuyerKeys } from './security/buyer-keys.ts';
import type { HandoverKeys } from './security/handover-keys.ts';
import type { PhoneKeys } from './security/phone-keys.ts';
import type { RecordKeys } from './security/record-keys.ts';
import type { SecurityLog } from './security/security-log.ts';
import type { UnsubscribeLinks } from './security/unsubscribe-links.ts';

/** The part of the public configuration that an admin can change while the shop is open. */
export type Branding = Pick<
  PublicConfig,
  | 'shopName'
  | 'contact'
  | 'community'
  | 'logo'
  | 'accent'
  | 'slides'
  | 'promises'
  | 'sections'
  | 'hideEmptyBrands'
  | 'inspectionHours'
  | 'firstPurchase'
  | 'sellerFee'
>;

/** The current settings: an admin's in the browser, else the environment's, else the defaults. */
export type CurrentSettings = {
  branding: Branding;
  /** The most new arrivals shown, and for how many days a phone counts as one. */
  newArrivals: number;
  newArrivalDays: number;
  /** How long a phone is reserved during payment, in milliseconds. */
  reservationMs: number;
};

export type SettingsSource = {
  /** The settings this process knows of. */
  current(): CurrentSettings;
  /** The same, up to date to within a second with changes by other processes; never rejects. */
  fresh(): Promise<CurrentSettings>;
  /** Reads the settings, and follows later changes. */
  follow(feed: ChangeFeed): Promise<void>;
  /** The settings to use where an admin set nothing. */
  defaults: SettingsDefaults;
  /** The variable behind each default that the operator set. */
  variables: Partial<Record<SettingName, string>>;
};

/** All outside dependencies of the features. Each takes only what it uses. */
export type Services = {
  db: Db;
  /** The same database, through connections of its own: for reads outside transactions, which then don't wait behind writes. */
  reads: Db;
  /** A copy of the database for anonymous reads; null when there is none. */
  replica: Replica | null;
  clock: Clock;
  identity: IdentityProvider;
  payments: PaymentProvider;
  payouts: PayoutProvider;
  /** The bank's side of practice cards; null with real ones. */
  practiceBank: PracticeBank | null;
  images: ImageStore;
  mailer: Mailer;
  pushService: PushService;
  /** Consulted before a phone is listed. */
  lostPhones: LostPhoneSource;
  tacDirectory: TacDirectory;
  /** Hashes IMEIs for storage. */
  phoneKeys: PhoneKeys;
  /** Recognizes buyers without storing who they are. */
  buyerKeys: BuyerKeys;
  /** What handover codes are made from. */
  handoverKeys: HandoverKeys;
  /** Sign the results of phone tests. */
  recordKeys: RecordKeys;
  /** Signed addresses in emails that end them. */
  unsubscribeLinks: UnsubscribeLinks;
  /** Signs access tokens. */
  tokenSecret: Uint8Array;
  /** How long a payment started now reserves a phone, in milliseconds. */
  reservationMs: () => number;
  /** How long a buyer can check a phone after the handover, in milliseconds. */
  inspectionMs: () => number;
  /** What a sale paid now costs its seller; undefined: nothing. */
  sellerFee: () => FeeTerms | undefined;
  /** The settings that admins change in the browser. */
  settings: SettingsSource;
  /** From the environment; what an admin can change is in `settings`. */
  publicConfig: PublicConfig;
  /** The shop's own address, used in links; requests can't change it. */
  origin: ShopOrigin;
  /** Real people's data: rules that a demo may relax are enforced. */
  isProduction: boolean;
  security: Config['security'];
  /** Records logins and refusals. */
  securityLog: SecurityLog;
  /** On this machine's disk, wherever other pictures are stored: for pictures that the shop draws itself. */
  localImages: ImageStore;
  /** The pictures that this server serves. */
  imageFiles: ImageFiles;
  /** A directory for temporary files. */
  scratch: string;
  /** The file in which the search index is saved for the next start. */
  savedIndex: string;
  /** Renders the link preview of a stored picture: JPEG, 1200 × 630 pixels. */
  makePreview(picture: Buffer): Promise<Buffer>;
  /** Embedded providers with their own HTTP handlers, by path prefix. */
  embedded: Mounted[];
  /** The adapters' background work, started once the server listens. */
  background: AdapterWork[];
  /** No other process shares this database. */
  isAlone: boolean;
  /** This process's metrics. */
  metrics: Metrics;
  /** Null: no tracing. */
  tracer: Tracer | null;
  /** The shop's configuration, as shown to operators. */
  setup: Setup;
};

/** `isOurs` says whether this process is the one to do the work; with `byEach`, every process does it, without asking. */
export type AdapterWork = { name: string; byEach?: true; start(deliver: FetchHandler, isOurs: () => boolean): Background };

export type Background = { stop(): Promise<void> };

/** The public configuration as it is now. */
export async function publicConfigNow({ publicConfig, settings }: Pick<Services, 'publicConfig' | 'settings'>): Promise<PublicConfig> {
  return {
    ...publicConfig,
    ...(await settings.fresh()).branding,
  };
}

/** The database to read from for a caller: people may have just written something, which reaches a replica a little later. */
export const readFor = (caller: object | null, { reads, replica }: Pick<Services, 'reads' | 'replica'>): Db =>
  caller === null && replica ? replica.db() : reads;
