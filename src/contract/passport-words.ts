/** What was repaired, and by whom. In a file of its own, so that public pages can show them without the schemas. */
export const REPAIRED_PARTS = { battery: 'Battery', screen: 'Screen', back: 'Back or frame', camera: 'Camera', other: 'Something else' } as const;
export const REPAIRED_BY = { maker: 'The maker', shop: 'A repair shop', self: 'The owner' } as const;
