import { Readable, type Transform } from 'node:stream'
import { inflateRawSync } from 'node:zlib'

const MB = 1024 * 1024

export async function compressed(megabytes: number, maker: Transform): Promise<Buffer> {
  const chunks: Buffer[] = []
  const zeros = Readable.from(pieces(megabytes), { objectMode: false })
  for await (const chunk of zeros.pipe(maker)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function* pieces(megabytes: number): Generator<Buffer> {
  const zeros = Buffer.alloc(MB)
  for (let i = 0; i < megabytes; i += 1) yield zeros
}

export function unzip(bytes: Uint8Array): Map<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const part = (from: number, length: number) => bytes.subarray(from, from + length)
  const end = bytes.byteLength - 22
  const files = new Map<string, string>()
  let at = view.getUint32(end + 16, true)
  for (let entry = 0; entry < view.getUint16(end + 10, true); entry += 1) {
    const [packed, nameLength, extraLength, offset] = [
      view.getUint32(at + 20, true),
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
      view.getUint32(at + 42, true),
    ]
    const name = String(Buffer.from(part(at + 46, nameLength)))
    files.set(name, String(inflateRawSync(part(offset + 30 + nameLength, packed))))
    at += 46 + nameLength + extraLength
  }
  return files
}

export const formDDocument = (
  more: { amounts?: string; sale?: string; kind?: string; names?: string; industry?: string } = {},
) => `<?xml version="1.0"?>
<edgarSubmission><schemaVersion>X0708</schemaVersion><submissionType>D</submissionType><testOrLive>LIVE</testOrLive>
<primaryIssuer><cik>0001234567</cik><entityName>Acme Robotics, Inc.</entityName>
<issuerAddress><street1>1 Example Way</street1><city>SPRINGFIELD</city><stateOrCountryDescription>OREGON</stateOrCountryDescription></issuerAddress>
<issuerPreviousNameList>${more.names ?? '<value>None</value>'}</issuerPreviousNameList><edgarPreviousNameList><value>None</value></edgarPreviousNameList>
<entityType>Corporation</entityType><yearOfInc><withinFiveYears>true</withinFiveYears><value>2023</value></yearOfInc></primaryIssuer>
<relatedPersonsList><relatedPersonInfo><relatedPersonName><firstName>Ada</firstName><middleName>Q</middleName><lastName>Sample</lastName></relatedPersonName>
<relatedPersonRelationshipList><relationship>Executive Officer</relationship><relationship>Director</relationship></relatedPersonRelationshipList></relatedPersonInfo>
<relatedPersonInfo><relatedPersonName><firstName>-</firstName><lastName>N/A</lastName></relatedPersonName></relatedPersonInfo></relatedPersonsList>
<offeringData><industryGroup><industryGroupType>${more.industry ?? 'Other Technology'}</industryGroupType></industryGroup>
<typeOfFiling><newOrAmendment><isAmendment>${more.kind ?? 'false'}</isAmendment></newOrAmendment>
<dateOfFirstSale>${more.sale ?? '<value>2026-02-20</value>'}</dateOfFirstSale></typeOfFiling>
<offeringSalesAmounts>${more.amounts ?? '<totalOfferingAmount>5000000</totalOfferingAmount><totalAmountSold>4250000</totalAmountSold><totalRemaining>750000</totalRemaining>'}</offeringSalesAmounts>
<investors><hasNonAccreditedInvestors>false</hasNonAccreditedInvestors><totalNumberAlreadyInvested>12</totalNumberAlreadyInvested></investors></offeringData></edgarSubmission>`
