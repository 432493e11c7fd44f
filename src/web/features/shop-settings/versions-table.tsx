import { useState } from 'react';
import { DELETED_NAME } from '#contract/accounts/accounts.ts';
import type { SettingsVersion, ShopSettings } from '#contract/shop-settings.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { SETTING_LABELS } from './setting-labels.ts';
import type { SettingsForm } from './use-settings-form.ts';

/** The stored versions, each of which can be restored. */
export function Versions({ form, settings }: { form: SettingsForm; settings: ShopSettings }) {
  const columns: Column<SettingsVersion>[] = [
    { header: 'Version', cell: ({ revision }) => <span className="font-medium">{revision}</span> },
    { header: 'When', cell: ({ at }) => <Moment iso={at} /> },
    { header: 'Who', cell: ({ by }) => by ?? DELETED_NAME },
    { header: 'What changed', cell: listChanged },
    {
      header: 'Restore',
      hideHeader: true,
      cell: ({ revision }) => (revision === settings.revision ? <span className="text-muted">Current</span> : <BringBack form={form} version={revision} />),
    },
  ];
  return (
    <section aria-labelledby="versions" className="grid gap-5 border-t border-line pt-6">
      <div className="grid gap-2">
        <h2 id="versions" className="text-xl">
          Versions
        </h2>
        <p className="max-w-prose text-muted">The last 20 versions.</p>
      </div>
      {settings.versions.length === 0 ? (
        <p>No changes yet.</p>
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
}

const listChanged = ({ changed }: SettingsVersion): string => changed.map((name) => SETTING_LABELS[name]).join(', ');

function BringBack({ form, version }: { form: SettingsForm; version: number }) {
  const [open, setOpen] = useState(false);
  const title = version === 0 ? 'Reset everything to the defaults?' : `Restore version ${version}?`;
  return (
    <>
      <Button variant="secondary" size="small" disabled={form.busy} onClick={() => setOpen(true)}>
        {version === 0 ? 'Reset everything' : 'Restore'}
        {version > 0 && <span className="sr-only">: version {version}</span>}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} busy={form.busy}>
        <p className="text-muted">
          This goes live right away as a new version. You can restore the current version later.
          {form.changes.length > 0 && ' Your unsaved changes above will be lost.'}
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
            Restore
          </Button>
        </div>
      </Dialog>
    </>
  );
}
