import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { ICON_NAMES } from '../src/web/ui/icon-names.ts';

/** What `icon.tsx` imports: the address of the file with all icons. */
const MODULE = 'virtual:icons.svg?url';
const RESOLVED = '\0icons.svg';
/** Where the development server has it: it answers for pages alone, not for what is built. */
const IN_DEVELOPMENT = '/@icons.svg';

type LucideIcon = { __iconData: { node: [tag: string, attributes: Record<string, string | number>][] } };

/** Makes one file of all icons, of Lucide's data; its address is the same for pages that the server renders and those in a browser. */
export async function iconSprite(): Promise<Plugin> {
  const svg = await drawSprite();
  const file = `assets/icons-${createHash('sha256').update(svg).digest('hex').slice(0, 8)}.svg`;
  let address = `/${file}`;
  return {
    name: 'icon-sprite',
    enforce: 'pre',
    config(_config, { command }) {
      if (command === 'serve') address = IN_DEVELOPMENT;
    },
    resolveId: { filter: { id: /^virtual:icons\.svg/u }, handler: (id) => (id === MODULE ? RESOLVED : null) },
    load: { filter: { id: /icons\.svg$/u }, handler: (id) => (id === RESOLVED ? `export default ${JSON.stringify(address)};` : null) },
    generateBundle() {
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', fileName: file, source: svg });
    },
    configureServer(server) {
      server.middlewares.use(IN_DEVELOPMENT, (_request, response) => {
        response.setHeader('content-type', 'image/svg+xml');
        response.end(svg);
      });
    },
  };
}

/** Returns all icons as symbols, each with its name. */
export async function drawSprite(): Promise<string> {
  const symbols = await Promise.all(ICON_NAMES.map(async (name) => `<symbol id="${name}" viewBox="0 0 24 24">${await shapesOf(name)}</symbol>`));
  return `<!-- Lucide, ISC license: https://lucide.dev/license --><svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

async function shapesOf(name: string): Promise<string> {
  const { __iconData } = (await import(`lucide-react/icons/${name}`)) as LucideIcon;
  return __iconData.node.map(([tag, { key: _key, ...attributes }]) => `<${tag}${toAttributes(attributes)}/>`).join('');
}

function toAttributes(attributes: Record<string, string | number>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}
