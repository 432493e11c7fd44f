import type { OperationsReport, QueueReport, ServiceReport } from '#contract/operations.ts';

export const SERVICE_NAMES: Record<ServiceReport['name'], string> = {
  mail: 'Mail',
  payments: 'Payments',
  payouts: 'Payouts',
  images: 'Image store',
  identity: 'Login',
  webhooks: 'Payment webhooks',
};

export const QUEUE_NAMES: Record<QueueReport['name'], string> = {
  mails: 'Emails to send',
  mails_given_up: 'Emails that failed',
  refunds: 'Refunds due',
  payments_to_cancel: 'Payments to cancel',
  uploads: 'Uploads in progress',
  pictures_to_sweep: 'Unused images',
  holds: 'Reserved phones',
};

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

type Todo = { what: string; advice: string };

const NAMES_OF_CHECKS: Record<string, string> = {
  database: 'Database',
  migrations: 'Database schema',
  searches: 'Search',
  disk: 'Data directory',
  stopping: 'Process',
};

/** Formats bytes as `1.4 GB`, in decimal units like disk makers. */
export function formatBytes(bytes: number): string {
  const step = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** step;
  return `${amount.toLocaleString(undefined, { maximumFractionDigits: step === 0 || amount >= 100 ? 0 : 1 })} ${UNITS[step]}`;
}

export function formatMs(ms: number): string {
  return ms >= 1000
    ? `${(ms / 1000).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`
    : `${ms.toLocaleString(undefined, { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`;
}

/** Returns everything that needs the operator's attention, from every part of the page. */
export function todosOf({ checks, services, queues, disk, backup }: OperationsReport): Todo[] {
  return [
    ...checks.map((check) => ({ ...check, what: nameOfCheck(check.name) })),
    ...services.map((service) => ({ ...service, what: SERVICE_NAMES[service.name] })),
    ...queues.map((queue) => ({ ...queue, what: QUEUE_NAMES[queue.name] })),
    { ...disk, what: 'Disk' },
    { ...backup, what: 'Backup' },
  ]
    .filter(({ condition }) => condition === 'act')
    .map(({ what, advice }) => ({ what, advice }));
}

export const nameOfCheck = (name: string): string => NAMES_OF_CHECKS[name] ?? name;
