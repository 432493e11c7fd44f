import type { PublicConfig } from '#contract/config.ts';
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
import type { TacDirectory } from './ports/tac-directory.ts';
import type { Tracer } from './ports/tracer.ts';
import type { PhoneKeys } from './security/phone-keys.ts';
import type { SecurityLog } from './security/security-log.ts';

/** The part of what a browser may know that an admin can change while the shop is open. */
export type Branding = Pick<PublicConfig, 'shopName' | 'contact' | 'community' | 'logo' | 'accent' | 'slides' | 'promises' | 'sections' | 'hideEmptyBrands'>;

/** The shop as it is set now: in the browser, else by the environment, else as it was made. */
export type CurrentSettings = {
  branding: Branding;
  /** How many new arrivals are shown at most, and for how many days a phone is one. */
  newArrivals: number;
  newArrivalDays: number;
  /** How long paying holds a phone, in milliseconds. */
  reservationMs: number;
};

export type SettingsSource = {
  /** As this process has heard of it. */
  current(): CurrentSettings;
  /** The same, after hearing of what others changed until a second ago; never rejects. */
  fresh(): Promise<CurrentSettings>;
  /** Reads the settings, and follows what is changed from then on. */
  follow(feed: ChangeFeed): Promise<void>;
  /** What holds where an admin set nothing. */
  defaults: SettingsDefaults;
  /** Those of the defaults that the operator set, by the variable's name. */
  variables: Partial<Record<SettingName, string>>;
};

/** Everything features may need from outside. Each takes only what it uses. */
export type Services = {
  db: Db;
  /** A copy of the database that strangers' reads may come from; null when there is none. */
  replica: Replica | null;
  clock: Clock;
  identity: IdentityProvider;
  payments: PaymentProvider;
  /** What only a bank does with practice cards; null with real ones. */
  practiceBank: PracticeBank | null;
  images: ImageStore;
  mailer: Mailer;
  /** Asked before a phone is listed. */
  lostPhones: LostPhoneSource;
  tacDirectory: TacDirectory;
  /** Makes what is kept of an IMEI. */
  phoneKeys: PhoneKeys;
  /** Signs access tokens. */
  tokenSecret: Uint8Array;
  /** How long paying holds a phone from now on, in milliseconds. */
  reservationMs: () => number;
  /** What an admin sets in the browser. */
  settings: SettingsSource;
  /** As the environment says; what an admin can change is in `settings`. */
  publicConfig: PublicConfig;
  /** Where the shop is: its links lead there, and nothing that a request says changes it. */
  origin: ShopOrigin;
  /** Real people's data: what is asked of them is asked in earnest. */
  isProduction: boolean;
  security: Config['security'];
  /** Where sign-ins and refusals are written down. */
  securityLog: SecurityLog;
  /** On this machine's disk, wherever else pictures are kept: for those that the shop draws itself. */
  localImages: ImageStore;
  /** The pictures that the server itself serves. */
  imageFiles: ImageFiles;
  /** A directory for files that are being worked on. */
  scratch: string;
  /** A kept picture as links to it show it elsewhere: JPEG, 1200 × 630 pixels. */
  makePreview(picture: Buffer): Promise<Buffer>;
  /** Embedded providers that speak HTTP of their own: path prefix to handler. */
  embedded: Mounted[];
  /** Work of the adapters that goes on beside requests, started once the server listens. */
  background: AdapterWork[];
  /** No other process shares this database. */
  isAlone: boolean;
  /** This process's metrics. */
  metrics: Metrics;
  /** Null: nothing is traced. */
  tracer: Tracer | null;
  /** The shop's configuration, as shown to operators. */
  setup: Setup;
};

/** `isOurs` says whether this process is the one that should look for what is to be done; work that each process does for itself asks nobody. */
export type AdapterWork = { name: string; byEach?: true; start(deliver: FetchHandler, isOurs: () => boolean): Background };

export type Background = { stop(): Promise<void> };

/** What a browser may know of the shop as it is set now. */
export async function publicConfigNow({ publicConfig, settings }: Pick<Services, 'publicConfig' | 'settings'>): Promise<PublicConfig> {
  return {
    ...publicConfig,
    ...(await settings.fresh()).branding,
  };
}

/** Where to read for somebody: what they may have written themselves is in the database at once, and in a replica a little later. */
export const readFor = (caller: object | null, { db, replica }: Pick<Services, 'db' | 'replica'>): Db => (caller === null && replica ? replica.db() : db);
