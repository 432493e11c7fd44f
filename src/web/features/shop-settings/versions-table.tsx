import { useState } from 'react';
import type { SettingsVersion, ShopSettings } from '#contract/shop-settings.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { SETTING_WORDS } from './setting-words.ts';
import type { SettingsForm } from './use-settings-form.ts';

const inWords = ({ changed }: SettingsVersion): string => changed.map((name) => SETTING_WORDS[name]).join(', ');

const BringBack = ({ form, version }: { form: SettingsForm; version: number }) => {
  const [open, setOpen] = useState(false);
  const title = version === 0 ? 'Bring everything back to the default?' : `Bring version ${version} back?`;
  return (
    <>
      <Button variant="secondary" size="small" disabled={form.busy} onClick={() => setOpen(true)}>
        {version === 0 ? 'Everything back to the default' : 'Bring back'}
        {version > 0 && <span className="sr-only">: version {version}</span>}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} busy={form.busy}>
        <p className="text-muted">
          The shop is shown so to everybody at once, as a new version: what holds now can be brought back in the same way.
          {form.changes.length > 0 && ' What you changed above and did not save is given up.'}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => setOpen(false)} disabled={form.busy}>
            Cancel
          </Button>
          <Button
            busy={form.busy}
            onClick={async () => {
              await form.bringBack(version);
              setOpen(false);
            }}
          >
            Bring it back
          </Button>
        </div>
      </Dialog>
    </>
  );
};

/** The versions that are kept, each of which can be brought back. */
export const Versions = ({ form, settings }: { form: SettingsForm; settings: ShopSettings }) => {
  const columns: Column<SettingsVersion>[] = [
    { header: 'Version', cell: ({ revision }) => <span className="font-medium">{revision}</span> },
    { header: 'When', cell: ({ at }) => <Moment iso={at} /> },
    { header: 'Who', cell: ({ by }) => by ?? 'Somebody who left the shop' },
    { header: 'What changed', cell: inWords },
    {
      header: 'Bring back',
      hideHeader: true,
      cell: ({ revision }) => (revision === settings.revision ? <span className="text-muted">Holds now</span> : <BringBack form={form} version={revision} />),
    },
  ];
  return (
    <section aria-labelledby="versions" className="grid gap-5 border-t border-line pt-6">
      <div className="grid gap-2">
        <h2 id="versions" className="text-xl">
          Versions
        </h2>
        <p className="max-w-prose text-muted">The last 20 are kept.</p>
      </div>
      {settings.versions.length === 0 ? (
        <p>Nobody has set anything yet.</p>
      ) : (
        <>
          <DataTable caption="Versions" columns={columns} rows={settings.versions} rowKey={({ revision }) => String(revision)} />
          <div>
            <BringBack form={form} version={0} />
          </div>
        </>
      )}
    </section>
  );
};
