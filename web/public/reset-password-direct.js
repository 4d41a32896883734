// Target of the link in reset letters: hands the fragment on without storing or sending it.
location.replace('/reset-password' + location.hash)
