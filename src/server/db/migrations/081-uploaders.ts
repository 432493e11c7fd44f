/** Who uploaded a picture: only they may show it, so that nobody else can have it deleted. */
export const uploaders = ['alter table images add column uploaded_by text'];
