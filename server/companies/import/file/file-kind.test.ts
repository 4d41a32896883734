import { expect, test } from 'vitest'
import { fileKind } from './file-kind.ts'
import { LIST, archive, sheetXml, workbook } from './testing/archive.ts'

const program = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1'), Buffer.alloc(200)])

test.each([
  ['a program', program],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a page', Buffer.from('<!DOCTYPE html><table><tr><td>Company</td></tr></table>')],
  ['a page with blanks before', Buffer.from('\uFEFF \n<html><body>')],
  ['a page in UTF-16', Buffer.from('\uFEFF<html><body>', 'utf16le')],
  ['XML', Buffer.from('<?xml version="1.0"?><Workbook/>')],
  ['an ELF program', Buffer.from('7f454c4602010100', 'hex')],
  ['noise', Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 7919) % 256))],
])('%s is refused even when it is named list.csv', (_, bytes) => {
  expect(fileKind(bytes, 'list.csv')).toBeNull()
})

test.each([
  ['csv', Buffer.from('Company,Website\nAcme,acme.com\n')],
  ['csv', Buffer.from('MZ Partners,mz.com\n')],
  ['csv', Buffer.from('BM,PK\n')],
  ['csv', Buffer.from('Com\0pany,Website\nAcme,acme.com\n')],
  ['csv', Buffer.from('Company,Website\nAcme,acme.com\n', 'utf16le')],
  ['csv', Buffer.from('Firma;Müller\n', 'latin1')],
  ['csv', Buffer.alloc(0)],
  ['xlsx', archive(workbook([{ name: 'One', xml: sheetXml(LIST) }]))],
  ['xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex')],
  ['markup', Buffer.from('<!DOCTYPE html><table><tr><td>Company</td></tr></table>')],
  ['markup', Buffer.from('<?xml version="1.0"?><Workbook><Worksheet ss:Name="A"/></Workbook>')],
])('detects %s: %j', (kind, bytes) => {
  expect(fileKind(bytes, 'list.xls')).toBe(kind)
})
