const words = (text: string) => text.trim().split(/\s+/)

/** The many ways to write an address that isn't on the public internet. */
export const REFUSED = words(`
  http://127.0.0.1/ http://127.1/ http://127.0.1/ http://127.255.255.255/ http://2130706433/ http://017700000001/
  http://0177.0.0.1/ http://0177.0.0.01/ http://0x7f.0.0.1/ http://0x7f000001/ http://0x7F.1/ http://0X7f.0X0.0X0.0X1/
  http://127.0.0.1./ http://0x7f.1./ http://127.0.0.0x1/ http://127.000.000.001/ http://00000177.1/
  http://①②⑦.⓪.⓪.①/ http://１２７.０.０.１/ http://127。0。0。1/ http://127．0．0．1/ http://127｡0｡0｡1/
  http://%31%32%37.0.0.1/ http://127.0.0.%31/ http://0/ http://0.0.0.0/ http://00/ http://0x0/ http://0.1.2.3/
  http://10.0.0.1/ http://10.255.255.255/ http://012.0.0.1/ http://0xa.1/ http://167772161/
  http://100.64.0.1/ http://100.100.100.200/ http://100.127.255.255/ http://168.63.129.16/
  http://169.254.169.254/ http://0xa9fea9fe/ http://2852039166/ http://0251.0376.0251.0376/ http://169.254.43518/
  http://169。254。169。254/latest/meta-data/ http://172.16.0.1/ http://172.31.255.255/ http://192.168.0.1/
  http://0xc0a80001/ http://192.168.257/ http://192.0.0.1/ http://192.0.0.192/ http://192.0.0.9/ http://192.0.2.1/
  http://192.88.99.1/ http://198.18.0.1/ http://198.19.255.255/ http://198.51.100.1/ http://203.0.113.1/
  http://224.0.0.1/ http://239.255.255.250/ http://240.0.0.1/ http://255.255.255.255/ http://0xffffffff/ http://4294967295/
  http://[::]/ http://[::1]/ http://[0:0:0:0:0:0:0:1]/ http://[0000::0001]/ http://[::0001]/ https://[::1]:443/
  http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/ http://[::FFFF:10.0.0.1]/ http://[::ffff:a9fe:a9fe]/
  http://[::ffff:0:127.0.0.1]/ http://[::127.0.0.1]/ http://[::10.0.0.1]/ http://[::8.8.8.8]/
  http://[64:ff9b::127.0.0.1]/ http://[64:ff9b::a00:1]/ http://[64:ff9b::169.254.169.254]/ http://[64:ff9b:1::8.8.8.8]/
  http://[2002:7f00:1::]/ http://[2002:a00:1::1]/ http://[2002:c0a8:1::]/ http://[2002:808:808::]/
  http://[2001::1]/ http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/ http://[2001:2::1]/ http://[2001:10::1]/
  http://[2001:db8::1]/ http://[3fff::1]/ http://[100::1]/ http://[5f00::1]/ http://[fc00::1]/ http://[fd00:ec2::254]/
  http://[fe80::1]/ http://[febf::1]/ http://[fec0::1]/ http://[ff02::1]/ http://[ff0e::1]/ http://[4000::1]/
  http://localhost/ http://LOCALHOST/ http://localhost./ http://ｌｏｃａｌｈｏｓｔ/ http://loc%61lhost/ http://a.localhost/
  http://printer.local/ http://printer.local./ http://metadata.google.internal/ http://vault.INTERNAL/
  http://nas.lan/ http://wiki.corp/ http://router.home.arpa/ http://db.localdomain/ http://hidden.onion/
  http://metadata/ http://db/ http://postgres./ http://a/ http://intranet/ http://example.com../ http://.example.com/
  http://example..com/ http://-example.com/ http://exa$mple.com/ http://*.example.com/ http://a,b.com/
  http://example.com:22/ http://example.com:25/ http://example.com:5432/ http://example.com:6379/ http://example.com:9200/
  http://example.com:3000/ http://example.com:8080/ https://example.com:8443/ http://example.com:0/ http://example.com:65535/
  http://u:p@example.com/ http://u@example.com/ http://:p@example.com/ http://example.com@127.0.0.1/
  http://example.com%40127.0.0.1@10.0.0.1/ http://127.0.0.1@example.com/ http://8.8.8.8:80@127.0.0.1:80/
  http://[::1]@example.com/ http://example.com:80@10.0.0.1/
`)

/** What the parser can't read or must refuse to. */
export const BAD = [
  ...words(`
  file:///etc/passwd gopher://example.com/ ftp://example.com/ data:text/html,hi javascript:alert(1) ws://example.com/
  dict://example.com:11211/ mailto:a@example.com about:blank blob:http://example.com/1 example.com //example.com/ /path
  http:// http:/// https://? http://# http://[example.com]/ http://[127.0.0.1]/ http://[::1 http://[fe80::1%25lo]/
  http://[fe80::1%lo]/ http://[::1%25eth0]/ http://[:::1]/ http://[::ffff:127.1]/ http://[1::2::3]/ http://1.2.3.4.5/
  http://256.256.256.256/ http://0x100000000/ http://4294967296/ http://127.0.0.1.2/ http://999.1/ http://1.2.3.08/
  http://example.com:99999/ http://example.com:-80/ http://example.com:8o/ http://exa%00mple.com/ http://exa<b>.com/
  http://exa%2fmple.com/ http://%5b::1%5d/ http://a|b.com/
  http://example.com\\@127.0.0.1/ http://127.0.0.1\\.example.com/ http:\\\\example.com/ http://example.com\\ \\\\example.com/
  `),
  '',
  ' ',
  'http://exa mple.com/',
  'http://127.0.0.1\t.example.com/',
  'http://example.com/\r\nHost: internal',
  'java\nscript:alert(1)',
  'http://exam\u0000ple.com/',
  `http://example.com/${'a'.repeat(8192)}`,
]
