/** Who uploaded a picture: only they can have it deleted. */
export const uploaders = ['alter table images add column uploaded_by text'];
