import { lazy, Suspense, useMemo, useState } from 'react';
import type { Category } from '#contract/catalog.ts';
import type { PublicConfig } from '#contract/config.ts';
import { paletteOf } from '#contract/shared/accent.ts';
import { App, createQueries } from '../app.tsx';
import { brandsOptions } from '../features/catalog/queries.ts';
import { isColor, styleOf } from '../features/shop-settings/look-parts.tsx';
import type { Previewed } from '../features/shop-settings/settings-view.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Modal } from '../ui/modal.tsx';
import { ScrollBox } from '../ui/scroll-box.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { useApp } from '../use-app.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

// Loaded as a visitor's browser loads it: bundled with this page, the home page would lose its own file.
const FirstPage = lazy(async () => ({ default: (await import('./home.tsx')).Page }));

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

type SettingsPreviewProps = Previewed & { counted: Category[] };

/** A preview of the home page built from its own components; it can be viewed and scrolled, and its links are disabled. */
export function SettingsPreview({ values, defaults, brands, counted, onClose }: SettingsPreviewProps) {
  const shop = useApp();
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const queries = useMemo(() => {
    const made = createQueries('browser');
    const countOf = new Map(counted.map(({ _id, listings }) => [_id, listings]));
    made.setQueryData(
      brandsOptions(shop.api).queryKey,
      brands.map(({ _id, name, img }) => ({ _id: _id ?? name, name, img, listings: countOf.get(_id ?? '') ?? 0 })),
    );
    return made;
  }, [brands, counted, shop.api]);
  // The page itself may have another accent now.
  const accent = values.accent ?? (shop.config.accent === undefined ? null : defaults.accent);
  return (
    <Modal open onClose={onClose} aria-label="Preview" className="m-0 h-dvh max-h-none w-screen max-w-none bg-ground">
      <div className="flex h-full flex-col">
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line bg-surface px-4 py-2">
          <p className="font-semibold">Preview: only you can see this</p>
          <div className="flex flex-wrap gap-2">
            {THEMES.map(([name, text]) => (
              <Button
                key={name}
                variant="secondary"
                size="small"
                aria-pressed={theme === name}
                className="aria-pressed:border-ink"
                onClick={() => setTheme(name)}
              >
                {text}
              </Button>
            ))}
            <Button size="small" onClick={onClose}>
              <Icon name="x" className="size-4" />
              Close preview
            </Button>
          </div>
        </div>
        <ScrollBox label="Home page" className="min-h-0 flex-1 overflow-y-auto">
          <div
            inert
            data-theme={theme}
            style={accent !== null && isColor(accent) ? styleOf(paletteOf(accent.toLowerCase())[theme]) : undefined}
            className="bg-ground text-ink"
          >
            <App shop={{ ...shop, config: configOf(shop.config, { values, defaults }) }} queries={queries}>
              <SiteHeader />
              <Suspense fallback={<PageSpinner />}>
                <FirstPage />
              </Suspense>
              <SiteFooter />
            </App>
          </div>
        </ScrollBox>
      </div>
    </Modal>
  );
}

/** Returns the configuration that a browser would receive. */
function configOf(config: PublicConfig, { values, defaults }: Pick<Previewed, 'values' | 'defaults'>): PublicConfig {
  const percent = values.firstPurchasePercent ?? defaults.firstPurchasePercent;
  return {
    ...config,
    shopName: values.shopName ?? defaults.shopName,
    contact: { phone: values.phone ?? defaults.phone, email: values.email ?? defaults.email },
    community: values.community ?? defaults.community,
    logo: values.logo ?? undefined,
    slides: values.slides ?? undefined,
    promises: values.promises ?? undefined,
    sections: values.sections ?? undefined,
    hideEmptyBrands: values.hideEmptyBrands || undefined,
    inspectionHours: values.inspectionHours ?? defaults.inspectionHours,
    firstPurchase: percent === 0 ? undefined : { percent, cap: values.firstPurchaseCap ?? defaults.firstPurchaseCap },
  };
}
