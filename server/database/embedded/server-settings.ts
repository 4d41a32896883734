type Wanted = { clusterName: string; socketDir: string; isDisposable: boolean }

/** As `name=value`; they are given at every start, so that a new release may change them. */
export function serverSettings({ clusterName, socketDir, isDisposable }: Wanted) {
  const safely = isDisposable ? 'off' : 'on'
  return [
    `cluster_name=${clusterName}`,
    // never a TCP port: the server bundles an old OpenSSL
    'listen_addresses=',
    `unix_socket_directories="${socketDir.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',

    `fsync=${safely}`,
    `synchronous_commit=${safely}`,
    `full_page_writes=${safely}`,
    // little to replay, so that recovery from a crash takes seconds
    'max_wal_size=256MB',

    // files of tests run side by side on one disposable server, each with pools of its own
    `max_connections=${isDisposable ? 200 : 50}`,
    'shared_buffers=64MB',
    'jit=off',
    // a small database is read from memory: helpers bring little, and need the /dev/shm that containers lack
    'io_method=sync',
    'max_parallel_workers_per_gather=0',
    'max_parallel_maintenance_workers=0',
    'max_logical_replication_workers=0',

    'timezone=UTC',
    'log_timezone=UTC',
    'lc_messages=C',
    'log_destination=stderr',
    'logging_collector=off',
    'log_line_prefix=',
    'log_checkpoints=off',
    // failed statements reach whoever sent them, and quote users' data
    'log_min_messages=log',
    'log_min_error_statement=panic',
  ]
}
