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
  fields: { next: 'Ask again with `cursor=…` for what comes after; null at the end.' },
});
const Document = component({
  name: 'Document',
  schema: documentSchema,
  fields: {
    name: 'With an ending that fits its content.',
    kind: 'What the content is, whatever the name said.',
    charset: 'Of a text, else null.',
    size: 'In bytes.',
    sha256: 'Of the content, in hexadecimal.',
    folderId: 'Null at the top.',
    uploadedBy: 'By name, as it was then.',
    deletedAt: 'Null unless it was deleted.',
    links: 'How many links open it now.',
  },
});
const Storage = component({
  name: 'Storage',
  schema: storageSchema,
  fields: {
    usedBytes: 'Deleted documents included, until they are gone for good.',
    deletedBytes: 'How much of that deleted documents take.',
    limitBytes: 'What the plan allows.',
    fileBytes: 'What one file may have.',
  },
});
const DocumentChange = component({
  name: 'DocumentChange',
  schema: documentChangeSchema,
  fields: { folderId: 'Null moves it to the top.' },
});
const DocumentLink = component({
  name: 'DocumentLink',
  schema: linkSchema,
  fields: {
    createdBy: 'By name, as it was then.',
    opens: 'How often its page was opened.',
    downloads: 'How often the file was fetched.',
    openedAt: 'The last time of either; null before the first.',
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
  fields: { path: 'Below the address of the service. It is told this once.' },
});
const Folders = component({ name: 'Folders', schema: foldersSchema });
const FolderForm = component({
  name: 'FolderForm',
  schema: folderFormSchema,
  fields: { parentId: 'Left out or null: at the top.' },
});
const Folder = component({
  name: 'Folder',
  schema: folderSchema,
  fields: { parentId: 'Null at the top.', documents: 'How many lie right in it.' },
});
const FolderChange = component({
  name: 'FolderChange',
  schema: folderChangeSchema,
  fields: { parentId: 'Null moves it to the top.' },
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
      'Documents of the workspace, a page at a time: of one folder, or of all where none is named. Deleted ones are listed by themselves.',
    query: {
      folder: { says: 'Id of a folder, or `top` for what lies in none.' },
      q: { says: 'Part of the name.' },
      deleted: { says: '`yes`: those that were deleted and can be brought back.' },
      sort: { says: '`name`, unless told; `newest`, `oldest`, `largest`.' },
      limit: { says: 'Rows of a page: 1 to 100, 50 unless told.', type: 'integer' },
      cursor: { says: 'The `next` of the page before, with the same sort.' },
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
      'The body is the file itself, 25 MB at most. What it is, is told by its content: a name with another ending gets one that fits, and a name that is taken is numbered. An upload that breaks off leaves nothing.',
    query: {
      name: { says: 'What the file is called.', required: true },
      folder: { says: 'Id of a folder; at the top unless told.', type: 'uuid' },
    },
    body: {
      bytes: 'The file, as it is.',
      limit: {
        bytes: DOCUMENT_MAX_BYTES,
        says: `A file may have ${formatBytes(DOCUMENT_MAX_BYTES)} at most.`,
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
    summary: 'Room for documents',
    description: 'What is taken, and what the plan allows.',
    answer: { status: 200, says: 'In bytes.', schema: Storage },
  },
  one: {
    method: 'get',
    path: '/documents/{id}',
    needs: 'documents:read',
    summary: 'One document',
    description: 'What is known of it; a deleted one as well, until it is gone for good.',
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
      'The file, always as a download and never to be run: somebody’s SVG or HTML is served as bytes. `Range` fetches a part of it, `If-None-Match` with its ETag nothing that is known.',
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
      'What is left out stays. A name keeps an ending that fits; where only the move makes it double, it is numbered.',
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
      'Those that open it now, newest first; none while it is deleted. Their addresses are not told again.',
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
    answer: { status: 201, says: 'The link, and its address this once.', schema: NewDocumentLink },
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
    description: 'From then on its address opens nothing.',
    params: { ...DOCUMENT, link: 'The link’s id.' },
    answer: { status: 204, says: 'It opens nothing any more.' },
    errors: ['not_found'],
    example: { params: { ...THE_DOCUMENT, link: '$LINK_ID' } },
  },
  remove: {
    method: 'delete',
    path: '/documents/{id}',
    needs: 'documents:write',
    whileReadOnly: true,
    summary: 'Delete a document',
    description:
      'It can be brought back for 30 days and takes room until then. Its links open nothing meanwhile.',
    params: DOCUMENT,
    answer: { status: 204, says: 'It is deleted.' },
    errors: ['not_found'],
    example: { params: THE_DOCUMENT },
  },
  restore: {
    method: 'post',
    path: '/documents/{id}/restore',
    needs: 'documents:write',
    summary: 'Bring a deleted document back',
    description:
      'To its folder, or to the top where that has gone. Its name is numbered where another has it now.',
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
    summary: 'Take a deleted document away for good',
    description: 'Only one that was deleted before. Its room is free at once.',
    params: DOCUMENT,
    answer: { status: 204, says: 'It is gone.' },
    errors: ['not_found'],
    example: { params: { id: '$DELETED_ID' } },
  },
  folders: {
    method: 'get',
    path: '/folders',
    needs: 'documents:read',
    summary: 'Folders',
    description: 'All of the workspace, by name. 500 are the limit, 8 deep.',
    answer: { status: 200, says: 'By name.', schema: Folders },
  },
  makeFolder: {
    method: 'post',
    path: '/folders',
    needs: 'documents:write',
    summary: 'Make a folder',
    description: 'Names are single within one folder.',
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
    description: 'What is left out stays. Never into itself.',
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
      'An empty one. With `contents=yes` everything in it as well: its documents are deleted, and would come back at the top.',
    params: FOLDER,
    query: { contents: { says: '`yes`: with all that lies in it.' } },
    answer: { status: 204, says: 'It is gone.' },
    errors: ['not_found', 'folder_not_empty'],
    example: { params: { id: '$FOLDER_ID' } },
  },
});
