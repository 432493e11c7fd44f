/** Whose a picture is: nobody else may show it, and so have it deleted. */
export const uploaders = ['alter table images add column uploaded_by text'];
