import { useQuery } from '@tanstack/react-query';
import { BrandMark, markOf } from '../features/catalog/brand-mark.tsx';
import { brandsOptions } from '../features/catalog/queries.ts';
import { SettingsView } from '../features/shop-settings/settings-view.tsx';
import { useApp } from '../use-app.tsx';
import { SettingsPreview } from './settings-preview.tsx';

export function Page() {
  const { api } = useApp();
  // How many phones each brand has, for the preview.
  const { data: counted = [] } = useQuery(brandsOptions(api));
  return (
    <SettingsView
      brandMark={(brand) => <BrandMark brand={brand} className="size-8 shrink-0 text-muted" />}
      shopMarkOf={markOf}
      preview={(shop) => <SettingsPreview {...shop} counted={counted} />}
    />
  );
}
