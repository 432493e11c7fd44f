import type { Passport, PassportEntry } from '#contract/passports.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { DayOf } from '../../ui/moment.tsx';
import { CheckHistory } from './check-history.tsx';
import { describeEntry, ICONS, sourceOf } from './entry-text.ts';
import { NoteRepair } from './note-repair.tsx';

/** A phone's whole history, the latest first. */
export function PassportView({ passport, name }: { passport: Passport; name: string }) {
  return (
    <article className="page-width grid max-w-3xl gap-8 py-6 md:gap-10 md:py-12">
      <header className="grid gap-3">
        <p className="text-sm text-muted">Device passport</p>
        <h1 className="text-2xl wrap-anywhere md:text-3xl" dir="auto">
          {name}
        </h1>
        <p className="max-w-prose text-muted">
          The history of one phone at this shop, whoever owned it. It began on <DayOf iso={passport.begunAt} />, and the phone is now with owner{' '}
          {passport.owner}. Each entry says whose word it is: we didn’t check what an owner says.
        </p>
      </header>
      <NoteRepair id={passport._id} />
      <section aria-labelledby="history" className="grid gap-4">
        <h2 id="history" className="text-xl">
          History
        </h2>
        <ol reversed className="grid">
          {passport.history.toReversed().map((entry) => (
            <EntryOf key={entry.number} entry={entry} isFirst={entry.number === 1} />
          ))}
        </ol>
      </section>
      <CheckHistory passport={passport} />
    </article>
  );
}

function EntryOf({ entry, isFirst }: { entry: PassportEntry; isFirst: boolean }) {
  const { title, details } = describeEntry(entry);
  const isOwners = entry.source === 'owner';
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3">
      <span className="grid grid-rows-[2.5rem_minmax(0,1fr)] justify-items-center">
        <span className={classNames('grid size-10 place-items-center rounded-full', isOwners ? 'bg-sunken text-muted' : 'bg-accent-soft text-accent')}>
          <Icon name={ICONS[entry.kind]} className="size-5" />
        </span>
        {!isFirst && <span className="w-px bg-line" />}
      </span>
      <div className="grid content-start gap-1 pt-2 pb-6">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-muted">
          <span>{sourceOf(entry)}</span>
          <DayOf iso={entry.at} />
        </p>
        <h3 className="text-base font-semibold wrap-anywhere">{title}</h3>
        <Words entry={entry} />
        {details.map((detail) => (
          <p key={detail} className="text-sm">
            {detail}
          </p>
        ))}
      </div>
    </li>
  );
}

/** Photos' hashes are for comparing, not for reading. */
function Words({ entry: { kind, text, commitment } }: { entry: PassportEntry }) {
  if (commitment === null || kind === 'removed') return null;
  if (text === null) return <p className="text-sm text-muted">What was written here is no longer shown. The history can still be checked.</p>;
  if (kind === 'photos') return null;
  return (
    <p className="text-sm wrap-anywhere" dir="auto">
      {text.words}
    </p>
  );
}
