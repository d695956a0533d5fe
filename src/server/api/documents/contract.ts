import { DOCUMENT_MAX_BYTES, formatBytes } from '#src/shared/documents/documents.ts';
import {
  documentChangeSchema,
  documentPageSchema,
  documentSchema,
  folderChangeSchema,
  folderFormSchema,
  folderSchema,
  foldersSchema,
  linkFormSchema,
  linkSchema,
  linksSchema,
  newLinkSchema,
  storageSchema,
} from '#src/shared/documents/documents.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const DocumentPage = component({
  name: 'DocumentPage',
  schema: documentPageSchema,
  fields: { next: 'Pass it as `cursor` to get the next page; null on the last page.' },
});
const Document = component({
  name: 'Document',
  schema: documentSchema,
  fields: {
    name: 'With an extension that matches the content.',
    kind: 'Type of the content, whatever the name.',
    charset: 'For text; otherwise null.',
    size: 'In bytes.',
    sha256: 'SHA-256 of the content, hexadecimal.',
    folderId: 'Null at the top level.',
    uploadedBy: 'Name of the member at that time.',
    deletedAt: 'Null unless it’s deleted.',
    links: 'Number of active links.',
  },
});
const Storage = component({
  name: 'Storage',
  schema: storageSchema,
  fields: {
    usedBytes: 'Includes deleted documents until they’re removed for good.',
    deletedBytes: 'Part of that used by deleted documents.',
    limitBytes: 'The plan’s limit.',
    fileBytes: 'Limit per file.',
  },
});
const DocumentChange = component({
  name: 'DocumentChange',
  schema: documentChangeSchema,
  fields: { folderId: 'Null moves it to the top level.' },
});
const DocumentLink = component({
  name: 'DocumentLink',
  schema: linkSchema,
  fields: {
    createdBy: 'Name of the member at that time.',
    opens: 'Number of times its page was opened.',
    downloads: 'Number of downloads.',
    openedAt: 'Last open or download; null before the first.',
  },
});
const DocumentLinks = component({ name: 'DocumentLinks', schema: linksSchema, holds: [DocumentLink] });
const DocumentLinkForm = component({
  name: 'DocumentLinkForm',
  schema: linkFormSchema,
  fields: { days: '1, 7 or 30.' },
});
const NewDocumentLink = component({
  name: 'NewDocumentLink',
  schema: newLinkSchema,
  fields: { path: 'Path of the link on this service. Shown once.' },
});
const Folders = component({ name: 'Folders', schema: foldersSchema });
const FolderForm = component({
  name: 'FolderForm',
  schema: folderFormSchema,
  fields: { parentId: 'Null or left out: top level.' },
});
const Folder = component({
  name: 'Folder',
  schema: folderSchema,
  fields: { parentId: 'Null at the top level.', documents: 'Number of documents directly in it.' },
});
const FolderChange = component({
  name: 'FolderChange',
  schema: folderChangeSchema,
  fields: { parentId: 'Null moves it to the top level.' },
});

const DOCUMENT = { id: 'The document’s id.' };
const FOLDER = { id: 'The folder’s id.' };
const THE_DOCUMENT = { id: '$DOCUMENT_ID' };

export const DOCUMENTS = endpoints('Documents', {
  list: {
    method: 'get',
    path: '/documents',
    needs: 'documents:read',
    summary: 'List documents',
    description:
      'Documents of one folder, or of the whole workspace if you name none. Deleted documents are listed separately.',
    query: {
      folder: { says: 'Id of a folder, or `top` for the top level.' },
      q: { says: 'Part of the name.' },
      deleted: { says: '`yes`: deleted documents, which you can restore.' },
      sort: { says: '`name`, `newest`, `oldest` or `largest`. Default: `name`.' },
      limit: { says: 'Rows per page, 1 to 100. Default: 50.', type: 'integer' },
      cursor: { says: 'The `next` of the previous page, with the same sort.' },
    },
    answer: { status: 200, says: 'A page.', schema: DocumentPage },
    errors: ['validation_failed', 'not_found'],
    example: { query: 'sort=newest&limit=10' },
  },
  upload: {
    method: 'post',
    path: '/documents',
    needs: 'documents:write',
    summary: 'Upload a document',
    description:
      'Send the file itself as the body, up to 25 MB. We detect the type from the content and correct the extension if it doesn’t match. If the name is taken, it gets a number. An interrupted upload stores nothing.',
    query: {
      name: { says: 'File name.', required: true },
      folder: { says: 'Id of a folder. Default: the top level.', type: 'uuid' },
    },
    body: {
      bytes: 'The file.',
      limit: {
        bytes: DOCUMENT_MAX_BYTES,
        says: `A file can have ${formatBytes(DOCUMENT_MAX_BYTES)} at most.`,
        piecemeal: true,
      },
    },
    answer: { status: 201, says: 'The document.', schema: Document },
    errors: [
      'validation_failed',
      'not_found',
      'document_type',
      'document_empty',
      'document_too_large',
      'plan_limit',
      'too_many_uploads',
      'upload_broken',
    ],
    example: { query: 'name=prices.csv', file: 'prices.csv' },
  },
  storage: {
    method: 'get',
    path: '/documents/storage',
    needs: 'documents:read',
    summary: 'Storage used by documents',
    description: 'Storage in use, and the plan’s limit.',
    answer: { status: 200, says: 'In bytes.', schema: Storage },
  },
  one: {
    method: 'get',
    path: '/documents/{id}',
    needs: 'documents:read',
    summary: 'One document',
    description: 'Its details. Deleted documents are returned until they’re removed for good.',
    params: DOCUMENT,
    answer: { status: 200, says: 'The document.', schema: Document },
    errors: ['not_found'],
    example: { params: THE_DOCUMENT },
  },
  content: {
    method: 'get',
    path: '/documents/{id}/content',
    needs: 'documents:read',
    summary: 'Download a document',
    description:
      'The file, always as a download: SVG and HTML are served as plain bytes, so they can’t run in a browser. Use `Range` for a part of it, and `If-None-Match` with its ETag to skip a file you already have.',
    params: DOCUMENT,
    answer: { status: 200, says: 'The file.', type: 'application/octet-stream' },
    errors: ['not_found', 'range_not_satisfiable'],
    example: { params: THE_DOCUMENT },
  },
  change: {
    method: 'patch',
    path: '/documents/{id}',
    needs: 'documents:write',
    summary: 'Rename or move a document',
    description:
      'Fields you leave out keep their values. The name keeps a matching extension. If the name is taken in the new folder, it gets a number.',
    params: DOCUMENT,
    body: { schema: DocumentChange, required: true },
    answer: { status: 200, says: 'The document.', schema: Document },
    errors: ['bad_json', 'validation_failed', 'not_found', 'name_taken'],
    example: { params: THE_DOCUMENT, body: { name: 'prices of November.csv' } },
  },
  links: {
    method: 'get',
    path: '/documents/{id}/links',
    needs: 'documents:read',
    summary: 'Links of a document',
    description:
      'Active links, newest first; none while the document is deleted. Their addresses aren’t shown again.',
    params: DOCUMENT,
    answer: { status: 200, says: 'Newest first.', schema: DocumentLinks },
    errors: ['not_found'],
    example: { params: THE_DOCUMENT },
  },
  share: {
    method: 'post',
    path: '/documents/{id}/links',
    needs: 'documents:write',
    summary: 'Share a document by a link',
    description:
      'Anyone with the link can read the document without an account, for 1, 7 or 30 days or until it is revoked. Creating one takes a confirmed email address; for an API key, that of any member of its workspace.',
    params: DOCUMENT,
    body: { schema: DocumentLinkForm, required: true },
    answer: { status: 201, says: 'The link, with its address (shown once).', schema: NewDocumentLink },
    errors: ['bad_json', 'validation_failed', 'confirm_email_first', 'not_found', 'link_limit'],
    keepsAnswer: false,
    example: { params: THE_DOCUMENT, body: { days: 7 } },
  },
  revokeLink: {
    method: 'delete',
    path: '/documents/{id}/links/{link}',
    needs: 'documents:write',
    whileReadOnly: true,
    summary: 'Revoke a link',
    description: 'The link stops working at once.',
    params: { ...DOCUMENT, link: 'The link’s id.' },
    answer: { status: 204, says: 'The link is revoked.' },
    errors: ['not_found'],
    example: { params: { ...THE_DOCUMENT, link: '$LINK_ID' } },
  },
  remove: {
    method: 'delete',
    path: '/documents/{id}',
    needs: 'documents:write',
    whileReadOnly: true,
    summary: 'Delete a document',
    description: 'You can restore it for 30 days. Until then it uses storage, and its links don’t work.',
    params: DOCUMENT,
    answer: { status: 204, says: 'The document is deleted.' },
    errors: ['not_found'],
    example: { params: THE_DOCUMENT },
  },
  restore: {
    method: 'post',
    path: '/documents/{id}/restore',
    needs: 'documents:write',
    summary: 'Restore a deleted document',
    description:
      'It returns to its folder, or to the top level if the folder is gone. If its name is taken, it gets a number.',
    params: DOCUMENT,
    answer: { status: 200, says: 'The document.', schema: Document },
    errors: ['not_found'],
    example: { params: THE_DOCUMENT },
  },
  erase: {
    method: 'post',
    path: '/documents/{id}/erase',
    needs: 'documents:write',
    whileReadOnly: true,
    summary: 'Delete a document for good',
    description: 'Works only on a deleted document. Its storage is free at once.',
    params: DOCUMENT,
    answer: { status: 204, says: 'It’s deleted for good.' },
    errors: ['not_found'],
    example: { params: { id: '$DELETED_ID' } },
  },
  folders: {
    method: 'get',
    path: '/folders',
    needs: 'documents:read',
    summary: 'List folders',
    description: 'All folders of the workspace, by name. You can have 500 folders, 8 levels deep.',
    answer: { status: 200, says: 'By name.', schema: Folders },
  },
  makeFolder: {
    method: 'post',
    path: '/folders',
    needs: 'documents:write',
    summary: 'Create a folder',
    description: 'Names are unique within a folder.',
    body: { schema: FolderForm, required: true },
    answer: { status: 201, says: 'The folder.', schema: Folder },
    errors: ['bad_json', 'validation_failed', 'not_found', 'name_taken', 'folder_limit'],
    example: { body: { name: 'Research' } },
  },
  changeFolder: {
    method: 'patch',
    path: '/folders/{id}',
    needs: 'documents:write',
    summary: 'Rename or move a folder',
    description: 'Fields you leave out keep their values. A folder can’t move into itself.',
    params: FOLDER,
    body: { schema: FolderChange, required: true },
    answer: { status: 200, says: 'The folder.', schema: Folder },
    errors: ['bad_json', 'validation_failed', 'not_found', 'name_taken', 'folder_limit'],
    example: { params: { id: '$FOLDER_ID' }, body: { name: 'Research notes' } },
  },
  removeFolder: {
    method: 'delete',
    path: '/folders/{id}',
    needs: 'documents:write',
    whileReadOnly: true,
    summary: 'Delete a folder',
    description:
      'Works on an empty folder. With `contents=yes`, its contents are deleted too; if you restore one of its documents, it returns to the top level.',
    params: FOLDER,
    query: { contents: { says: '`yes`: with its contents.' } },
    answer: { status: 204, says: 'It’s deleted for good.' },
    errors: ['not_found', 'folder_not_empty'],
    example: { params: { id: '$FOLDER_ID' } },
  },
});
