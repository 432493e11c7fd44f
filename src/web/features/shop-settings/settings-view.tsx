import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { BrandSetting, SettingsValues, ShopSettings } from '#contract/shop-settings.ts';
import { useSearchParams } from '../../router/index.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Button } from '../../ui/button.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useApp } from '../../use-app.tsx';
import { BrandsPart, brandsOf, SectionsPart } from './first-page-parts.tsx';
import { AccentPart, DiscardButton, FirstPurchasePart, LimitsPart, NamePart, SellerFeePart } from './look-parts.tsx';
import { shopSettingsOptions } from './queries.ts';
import { SETTING_LABELS } from './setting-labels.ts';
import { ContactPart, PromisesPart, SlidesPart } from './text-parts.tsx';
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts';
import { Versions } from './versions-table.tsx';

/** The data for a preview before saving. */
export type Previewed = { values: SettingsValues; defaults: ShopSettings['defaults']; brands: BrandSetting[]; onClose: () => void };

type SettingsViewProps = {
  brandMark: (brand: { name: string; img: string }) => ReactNode;
  shopMarkOf: (name: string) => string;
  /** Renders the shop as it would be. */
  preview: (shop: Previewed) => ReactNode;
};

type FormProps = SettingsViewProps & { settings: ShopSettings; refetch: () => Promise<ShopSettings | undefined> };

/** The shop's settings for admins, with a preview before saving. */
export function SettingsView(props: SettingsViewProps) {
  const { api } = useApp();
  const { data: settings, error, isFetching, refetch } = useQuery(shopSettingsOptions(api));
  return (
    <div className="grid max-w-4xl gap-8">
      <div className="grid gap-2">
        <h1 className="text-2xl">Shop Settings</h1>
        <p className="max-w-prose text-muted">Settings here override environment variables and go live right away.</p>
      </div>
      {settings && <Saved revision={settings.revision} />}
      {settings && <SettingsFormView {...props} settings={settings} refetch={async () => (await refetch()).data} />}
      {!settings && error && <FailedRead message="We couldn’t load the settings." onRetry={() => void refetch()} busy={isFetching} />}
      {!settings && !error && <PageSpinner />}
    </div>
  );
}

function Saved({ revision }: { revision: number }) {
  const [query] = useSearchParams();
  const isShown = query.get('saved') === String(revision);
  const box = useRef<HTMLParagraphElement>(null);
  // Saving loads the page anew, which leaves the focus nowhere.
  useEffect(() => {
    if (isShown) box.current?.focus();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <p ref={box} role="status" tabIndex={-1} className="rounded-2xl bg-good-soft p-4 text-good">
      Version {revision} is saved and live.
    </p>
  );
}

function SettingsFormView({ settings, refetch, brandMark, shopMarkOf, preview }: FormProps) {
  const form = useSettingsForm(settings, refetch);
  const [isShown, setIsShown] = useState(false);
  const part = { form, settings };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void form.save();
  };
  return (
    <>
      <form noValidate onSubmit={submit} aria-label="Shop settings" className="grid gap-8">
        <NamePart {...part} />
        <AccentPart {...part} />
        <ContactPart {...part} />
        <SlidesPart {...part} />
        <PromisesPart {...part} />
        <SectionsPart {...part} />
        <BrandsPart {...part} brandMark={brandMark} shopMarkOf={shopMarkOf} />
        <FirstPurchasePart {...part} />
        <SellerFeePart {...part} />
        <LimitsPart {...part} />
        <Failed form={form} />
        <Actions form={form} onPreview={() => setIsShown(true)} />
      </form>
      <Versions {...part} />
      {isShown && preview({ values: form.draft.values, defaults: settings.defaults, brands: brandsOf(form, settings), onClose: () => setIsShown(false) })}
    </>
  );
}

/** The error, announced, and focused unless a field is wrong; after a conflict, with the choices. */
function Failed({ form }: { form: SettingsForm }) {
  const box = useRef<HTMLDivElement>(null);
  const { failure } = form;
  useEffect(() => {
    if (failure) (box.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]') ?? box.current)?.focus();
  }, [failure]);
  if (!failure) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className="grid gap-3 rounded-2xl bg-danger-soft p-4 text-danger outline-none">
      <p>{failure.message}</p>
      {failure.isConflict && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="small" onClick={() => void form.keepMine()}>
            Apply my changes to the new version
          </Button>
          <Button variant="secondary" size="small" onClick={() => void form.discard()}>
            Discard my changes
          </Button>
        </div>
      )}
    </div>
  );
}

function Actions({ form, onPreview }: { form: SettingsForm; onPreview: () => void }) {
  return (
    <div className="action-bar min-[20rem]:sticky bottom-(--bar) z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-ground px-4 py-3 sm:gap-3">
      <p className="min-w-0 flex-1 basis-full text-sm text-muted sm:basis-60" aria-live="polite">
        {describeChanges(form)}
      </p>
      <DiscardButton form={form} />
      <Button variant="secondary" onClick={onPreview}>
        Preview
      </Button>
      <Button type="submit" busy={form.busy} disabled={form.changes.length === 0}>
        Save
      </Button>
    </div>
  );
}

function describeChanges({ busy, changes }: SettingsForm): string {
  if (busy) return 'Saving…';
  return changes.length === 0 ? 'No changes.' : `Unsaved changes: ${changes.map((name) => SETTING_LABELS[name]).join(', ')}.`;
}
