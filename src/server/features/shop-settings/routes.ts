import type { FastifyInstance } from 'fastify';
import { styleOfAccent } from '#contract/shared/accent.ts';
import { toIso } from '#contract/shared/moments.ts';
import { NotFoundError } from '../../errors.ts';
import { createDocument } from '../../http/documents.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findBrands } from '../catalog/index.ts';
import { findLatest, findVersion, findVersions } from './queries.ts';
import { saveSettings } from './save.ts';
import { toValues } from './stored.ts';

const COLOR = /^[0-9a-f]{6}$/u;

/** Settings that admins change in the browser. */
export function shopSettingsRoutes(serve: ServeCall, services: Pick<Services, 'db' | 'clock' | 'images' | 'settings'>): void {
  const { db, settings } = services;

  serve('GET /shopSettings', async () => {
    const [latest, brands, versions] = await Promise.all([findLatest(db), findBrands(db), findVersions(db)]);
    return {
      reply: {
        revision: latest.revision,
        values: toValues(latest.settings),
        defaults: settings.defaults,
        variables: settings.variables,
        brands: brands.map(({ id, name, img }) => ({ _id: id, name, img })),
        versions: versions.map(({ created_at, ...version }) => ({ ...version, at: toIso(created_at) })),
      },
    };
  });

  serve('PUT /shopSettings', async ({ caller, body: { revision, ...values } }) =>
    toChanged(await saveSettings(services, { values, revision, userId: caller.userId })),
  );

  serve('POST /shopSettings/versions/:revision/restore', async ({ caller, params, body: { revision } }) => {
    const version = await findVersion(db, params.revision);
    if (!version && params.revision !== 0) throw new NotFoundError('This version is no longer available.');
    return toChanged(await saveSettings(services, { values: toValues(version?.settings ?? {}), revision, userId: caller.userId }));
  });
}

function toChanged({ revision, isChanged }: Awaited<ReturnType<typeof saveSettings>>) {
  return {
    reply: { acknowledged: true as const, matchedCount: 1, modifiedCount: isChanged ? 1 : 0, revision },
  };
}

/** Serves an accent color's style sheet. The color is part of the address, so that every process returns the same, whichever settings it knows. */
export function serveThemeStyle(app: FastifyInstance): void {
  const send = createDocument((accent) => ({
    type: 'text/css; charset=utf-8',
    body: styleOfAccent(`#${accent}`),
    headers: { 'cache-control': 'public, max-age=86400' },
  }));
  app.get('/theme.css', async (request, reply) => {
    const { accent } = request.query as Record<string, unknown>;
    if (typeof accent !== 'string' || !COLOR.test(accent)) throw new NotFoundError();
    return send(request, reply, accent);
  });
}
